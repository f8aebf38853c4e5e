import type { Selection } from '../records/selection.ts'
import type { Trial } from '../trial/trial.ts'

/** A plan does one of these with a trial; what was `deferred` did not fit into the cost limit. */
export type PlanAction = 'run' | 'judge' | 'reuse' | 'failed' | 'deferred'

/** A trial in a plan: what is to be done for it, and why. */
export interface PlanItem {
  readonly trial: Trial
  readonly action: PlanAction
  /** What a deferred item would do once it fits. */
  readonly deferredAction?: 'run' | 'judge'
  /** As a person understands it: `rubric changed`. */
  readonly reason: string
  /** The names of the inputs that changed. */
  readonly changed: readonly string[]
  /** What it is likely to cost, of a `run` with its judge; 0 if there is nothing to do, null if unknown. */
  readonly estimatedUsd: number | null
  /** The earlier work that it selects again before anything else is done. */
  readonly selects?: Selection
}

/** Counts the items of each action. */
export function countActions(items: Iterable<PlanItem>): Readonly<Record<PlanAction, number>> {
  const counts = { run: 0, judge: 0, reuse: 0, failed: 0, deferred: 0 }
  for (const { action } of items) counts[action] += 1
  return counts
}
