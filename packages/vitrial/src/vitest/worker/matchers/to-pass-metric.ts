import { metricFailureMessage } from '@vitrial/core/outcome'
import { formatMetricValue } from '@vitrial/core/text'
import { metricOf, undecided } from './judged-metric.ts'
import type { RunMatcher } from './run-matcher.ts'

export const toPassMetric: RunMatcher<[metricId: string]> = async ({ run, isNot }, metricId) => {
  const judging = await run.judged()
  const metric = metricOf(run, judging, metricId)
  if (metric.value === null) throw undecided(run, [metric])
  const headline = `${metricId} is ${formatMetricValue(metric.value)}, expected below 1`
  return {
    pass: metric.value >= 1,
    message: () => metricFailureMessage({ metrics: [metric], judging, ...(isNot && { headline }) }),
    failure: 'VITRIAL_METRIC_FAILED',
    metricId,
  }
}
