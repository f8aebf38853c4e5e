import { BenchmarkError, errorMessage } from '@vitrial/core/errors'
import { untilAborted } from '@vitrial/core/waiting'
import { engineStatus } from './engine-status.ts'

/** How long an engine may take to answer a question. */
const answerDeadlineMs = 15_000

/**
 * Waits for an engine's answer, with a deadline: an engine can hang for ever. What the engine itself says
 * went wrong comes through as it is.
 *
 * @throws {BenchmarkError} `VITRIAL_ENGINE_MISSING` if it does not answer
 */
export async function engineAnswer<Answer>(asked: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const deadline = AbortSignal.timeout(answerDeadlineMs)
  try {
    return await untilAborted(asked, AbortSignal.any([signal, deadline]))
  } catch (cause) {
    signal.throwIfAborted()
    if (engineStatus(cause) !== undefined) throw cause
    const what = deadline.aborted ? `for ${answerDeadlineMs / 1000} s` : `(${errorMessage(cause)})`
    const message = `The container engine does not answer ${what}. Check that "docker version" works, or restart it.`
    throw new BenchmarkError('VITRIAL_ENGINE_MISSING', message, { cause })
  }
}
