import { BenchmarkError, MetricUndecidedError, suggestionFor } from '@vitrial/core/errors'
import type { MetricJudgment } from '@vitrial/core/judging'
import type { JudgedSummary } from '@vitrial/core/outcome'
import { printable } from '@vitrial/core/text'
import type { RunHandle } from '../run/run-handle.ts'

/** A metric of a run's judgment. Throws a `BenchmarkError` if the rubric has none of this id. */
export function metricOf(run: RunHandle, { judgment }: JudgedSummary, metricId: string): MetricJudgment {
  const { metrics } = judgment
  const metric = metrics.find(({ id }) => id === metricId)
  if (metric) return metric
  const ids = metrics.map(({ id }) => id)
  throw new BenchmarkError(
    'VITRIAL_METRIC_UNKNOWN',
    `judge.md declares no metric ${JSON.stringify(metricId)}. ${suggestionFor(metricId, ids)}`,
    { location: run.rubricPlace() },
  )
}

/** The error of metrics that the evidence cannot decide. */
export function undecided(run: RunHandle, metrics: readonly MetricJudgment[]): MetricUndecidedError {
  const reasons = metrics.map(({ id, reason }) => `${id} is undecided: ${printable(reason.trim())}`)
  const location = run.rubricPlace(metrics[0]?.id)
  return new MetricUndecidedError('VITRIAL_METRIC_UNDECIDED', reasons.join(' | '), { location })
}
