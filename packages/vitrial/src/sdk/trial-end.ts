import type { ErrorRecord } from '@vitrial/core/errors'
import type { EvalRunState } from '@vitrial/core/states'
import type { Trial } from '@vitrial/core/trial'

/** What became of a trial in one invocation. */
export type TrialEnd = { readonly trial: Trial } & (
  | { readonly status: 'judged'; readonly judgmentId: string; readonly mean: number | null }
  /** Nothing was to be done. */
  | { readonly status: 'reused' }
  /** The infrastructure or the judge failed, now or before. */
  | {
      readonly status: 'failed'
      readonly state?: EvalRunState
      readonly error?: ErrorRecord
      readonly reason?: string
    }
  /** It does not fit into the cost limit. */
  | { readonly status: 'deferred'; readonly reason: string }
  | { readonly status: 'cancelled'; readonly reason: string }
)

/** How many trials ended in each way. */
export function countEnds(ends: Iterable<TrialEnd>): Readonly<Record<TrialEnd['status'], number>> {
  const counts = { judged: 0, reused: 0, failed: 0, deferred: 0, cancelled: 0 }
  for (const { status } of ends) counts[status] += 1
  return counts
}
