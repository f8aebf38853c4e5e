import { errorMessage, InfrastructureError } from '@vitrial/core/errors'
import { untilAborted } from '@vitrial/core/waiting'

export interface EngineCallOptions {
  readonly signal?: AbortSignal
  /** @default 30 s */
  readonly deadlineMs?: number
}

/**
 * Asks the engine for something, but never waits for ever: an engine can hang on one container.
 *
 * @param what it is asked for, as in "to start sandbox x"
 * @param call gets a signal to end a plain call by. One that yields a stream must not take it: the deadline would cut
 * the stream later.
 * @throws the signal's reason, or an {@link InfrastructureError} `VITRIAL_INFRA_ENGINE`
 */
export async function engineCall<T>(
  what: string,
  { signal, deadlineMs = 30_000 }: EngineCallOptions,
  call: (abort: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const deadline = AbortSignal.timeout(deadlineMs)
  const abort = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  const calling = call(abort)
  // Whoever gave up does not hear of what comes later.
  calling.catch(() => undefined)
  try {
    return await untilAborted(calling, abort)
  } catch (cause) {
    if (signal?.aborted === true) throw signal.reason
    if (cause instanceof InfrastructureError) throw cause
    const why = deadline.aborted ? `did not answer within ${deadlineMs / 1000} s` : `refused`
    const said = deadline.aborted ? '' : `: ${errorMessage(cause).trim()}`
    throw new InfrastructureError(
      'VITRIAL_INFRA_ENGINE',
      `The container engine ${why} ${what}${said}. Check the engine with "npx vitrial doctor" and run it again.`,
      { cause },
    )
  }
}
