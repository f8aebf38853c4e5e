import { InfrastructureError, LimitReachedError, type VitrialError } from '@vitrial/core/errors'
import type { CallsStanding } from './call-ledger.ts'

/** An agent that was turned down so often has no way on. */
const refusedAtMost = 20

/** Agents give up a provider after five to ten. */
const failedAtMost = 20

/**
 * What ends a run whose calls lead nowhere; undefined while they may.
 *
 * Refused again and again: the agent's own doing, if the model ever served it or its conversation is too long; else
 * the model is not set up as it must be. Failed again and again: the provider's.
 */
export function endlessCalls(standing: CallsStanding): VitrialError | undefined {
  const { calls, refused, refusedInARow, failedInARow, served, lastRefused, failing } = standing
  if (failedInARow >= failedAtMost) {
    const reason = failing?.reason ?? 'no reason'
    return new InfrastructureError(
      'VITRIAL_INFRA_PROVIDER',
      `The provider failed ${failedInARow} model calls one after the other, the last one with ${reason}. ` +
        'Run it again when the provider answers.',
    )
  }
  if (refusedInARow < refusedAtMost || lastRefused === undefined) return undefined
  const { reason, isTooLong } = lastRefused
  const counts = `${grouped(refused)} of ${grouped(calls)} calls refused`
  if (!isTooLong && served === 0) return neverServed(standing, reason)
  return isTooLong
    ? new LimitReachedError(
        'context',
        `The agent hit the limit "context". ${counts}, the last one with ${reason}.`,
      )
    : new LimitReachedError(
        'refusals',
        `The agent hit the limit "refusals". ${counts}, the last one with ${reason}.`,
      )
}

/** A model that turned every call down says nothing about itself: it was not asked as it must be. */
export function neverServed({ calls, refused }: CallsStanding, reason: string): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_PROVIDER',
    `The model served no call: ${grouped(refused)} of ${grouped(calls)} calls refused, the last one with ${reason}. ` +
      "Correct what these words are about, as in the model's options, and run it again.",
  )
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}
