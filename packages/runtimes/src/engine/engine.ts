import { BenchmarkError, errorMessage, untilAborted } from '@vitrial/core'
import type { ContainerRuntimeClient } from 'testcontainers'

/** The container engine's API, as a dockerode client. */
export type EngineApi = ContainerRuntimeClient['container']['dockerode']

/** Which container engine. Podman is spoken to through its Docker-compatible socket. */
export type EngineKind = 'docker' | 'podman'

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

/** The engine's answer to a failed question as an HTTP status; undefined if it did not answer. */
export function engineStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  return typeof error.statusCode === 'number' ? error.statusCode : undefined
}
