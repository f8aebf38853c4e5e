import type { Sandbox } from '@vitrial/core/ports'
import { endingOfError, type RunEnding } from './run-ending.ts'
import { explanationOf } from './sandbox-loss.ts'

/** A step of a candidate's life, taken: its value, or how the run ends because it failed. */
export type Attempt<T> =
  | { readonly value: T; readonly ending?: undefined }
  | { readonly value?: undefined; readonly ending: RunEnding }

/**
 * Takes a step of a candidate's life. Whatever it throws is how the run ends: nothing else makes an ending of what was
 * thrown.
 *
 * @param sandbox the one it was taken in: its loss may be what explains the failure.
 */
export async function attempt<T>(
  step: () => Promise<T>,
  sandbox?: Pick<Sandbox, 'lost' | 'limitReached'>,
): Promise<Attempt<T>> {
  try {
    return { value: await step() }
  } catch (thrown) {
    return { ending: endingOfError(sandbox ? await explanationOf(thrown, sandbox) : thrown) }
  }
}

/** {@link attempt} of a step that works out how the run ended. */
export async function attemptEnding(
  step: () => Promise<RunEnding>,
  sandbox?: Pick<Sandbox, 'lost' | 'limitReached'>,
): Promise<RunEnding> {
  const { value, ending } = await attempt(step, sandbox)
  return ending ?? value
}
