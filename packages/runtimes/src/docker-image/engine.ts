import type { ContainerRuntimeClient } from 'testcontainers'

/** The container engine's API, as a dockerode client. */
export type EngineApi = ContainerRuntimeClient['container']['dockerode']

/** How long an engine may take to answer a question. */
const answerDeadlineMs = 15_000

/** The signal of one question to an engine: the caller's, and a deadline of its own. */
export function questionSignal(signal: AbortSignal, deadlineMs: number = answerDeadlineMs): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
}

/** The engine's answer to a failed question as an HTTP status; undefined if it did not answer. */
export function engineStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined
  return typeof error.statusCode === 'number' ? error.statusCode : undefined
}
