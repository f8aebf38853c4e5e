// TO BE DELETED: stands in for `testOutcomeOf` of @vitrial/core until that has landed.
import type { ErrorRecord, JudgingSummary, MetricJudgment, PassRule, RunSummary } from '@vitrial/core'

export type TestOutcome =
  | { readonly result: 'pass' }
  | { readonly result: 'fail'; readonly error: ErrorRecord; readonly metrics: readonly MetricJudgment[] }
  | { readonly result: 'skip'; readonly reason: string }

export function testOutcomeOf(input: {
  readonly run: RunSummary
  readonly judging: JudgingSummary | undefined
  readonly pass: PassRule
}): TestOutcome {
  const { run, judging, pass } = input
  if (run.state === 'cancelled' || run.state === 'interrupted') return { result: 'skip', reason: run.state }
  if (run.error && !judging) return { result: 'fail', error: run.error, metrics: [] }
  if (judging?.status === 'failed') return { result: 'fail', error: judging.error, metrics: [] }
  if (judging?.status !== 'judged') return { result: 'skip', reason: 'not judged' }
  const { metrics } = judging.judgment
  const [below] = metrics.filter(({ value }) => value !== null && value < 1)
  if (pass === 'every' && below) {
    const message = `${below.id} is ${below.value} — ${below.label}\n\n  ${below.reason}\n`
    return { result: 'fail', error: { code: 'VITRIAL_METRIC_FAILED', message }, metrics: [below] }
  }
  const undecided = metrics.find(({ value }) => value === null)
  return undecided && pass === 'every' ? { result: 'skip', reason: undecided.reason } : { result: 'pass' }
}
