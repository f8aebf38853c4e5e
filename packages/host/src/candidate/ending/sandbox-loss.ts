import { setTimeout as delay } from 'node:timers/promises'
import { InfrastructureError, type ErrorStage } from '@vitrial/core/errors'
import type { Sandbox } from '@vitrial/core/ports'
import { endingWithoutFiles, type RunEnding } from './run-ending.ts'

/** How long a loss can take to be noticed after a call to the sandbox has failed for it. */
const noticeMs = 2_000

/** Where a failure can be a loss that is not known yet: in a call to the sandbox, and in an agent that ended with it. */
const stagesOfLoss: ReadonlySet<ErrorStage> = new Set(['sandbox', 'agent'])

/**
 * What explains a failure while a sandbox was open: that it was lost, if it was. Calls to a sandbox that has gone
 * fail in their own ways, and a moment before the loss itself is known.
 */
export async function explanationOf(
  thrown: unknown,
  { lost, limitReached }: Pick<Sandbox, 'lost' | 'limitReached'>,
): Promise<unknown> {
  if (lost.aborted) return lost.reason
  if (limitReached.aborted) return thrown
  if (!(thrown instanceof InfrastructureError) || !stagesOfLoss.has(thrown.stage)) return thrown
  const noticed = new AbortController()
  const onLost = (): void => noticed.abort()
  lost.addEventListener('abort', onLost, { once: true })
  await delay(noticeMs, undefined, { signal: noticed.signal }).catch(() => undefined)
  lost.removeEventListener('abort', onLost)
  return lost.aborted ? lost.reason : thrown
}

/**
 * How a run ended whose sandbox is known to live. An agent ends with its sandbox, and its end may be seen first: so what
 * it was is open until the sandbox has given a sign of life after it.
 */
export async function endingOfLiving(
  ending: RunEnding,
  sandbox: Pick<Sandbox, 'lost' | 'limitReached' | 'confirmAlive'>,
  signal: AbortSignal,
): Promise<RunEnding> {
  try {
    await sandbox.confirmAlive(signal)
    return ending
  } catch (thrown) {
    // A limit that ended the sandbox is what explains the run.
    if (sandbox.limitReached.aborted) return ending
    return endingWithoutFiles(ending, await explanationOf(thrown, sandbox))
  }
}
