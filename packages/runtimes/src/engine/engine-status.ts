import { InfrastructureError } from '@vitrial/core/errors'

/** The HTTP status an engine refused with, in an error of its client or of a call; undefined for any other failure. */
export function engineStatus(error: unknown): number | undefined {
  const refusal = error instanceof InfrastructureError ? error.cause : error
  if (!(refusal instanceof Error) || !('statusCode' in refusal)) return undefined
  return typeof refusal.statusCode === 'number' ? refusal.statusCode : undefined
}
