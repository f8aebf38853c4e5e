import type { MetricFinding, UnresolvedTrial } from '@vitrial/core/scores'

/** What people have read in full before the summary: the codes that each trial's test failed with, by trial id. */
export type ToldTrials = ReadonlyMap<string, ReadonlySet<string>>

/** True if the test's error gave the metric's reason and citations: it does for every metric that failed the test. */
export function isFindingTold({ trial, metric }: MetricFinding, told: ToldTrials): boolean {
  const codes = told.get(trial.id)
  if (codes === undefined) return false
  // What is undecided fails no metric by itself, but can keep a mean too low.
  return codes.has('VITRIAL_SCORE_BELOW') || (metric.value !== null && codes.has('VITRIAL_METRIC_FAILED'))
}

/** True if the test's error was what the trial waits for. */
export function isUnresolvedTold({ trial, error }: UnresolvedTrial, told: ToldTrials): boolean {
  return error !== undefined && told.get(trial.id)?.has(error.code) === true
}
