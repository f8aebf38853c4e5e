import { metricFailureMessage } from '@vitrial/core/outcome'
import { counted, formatMetricValue } from '@vitrial/core/text'
import { undecided } from './judged-metric.ts'
import type { RunMatcher } from './run-matcher.ts'

type ExpectedScore = number | { readonly min?: number; readonly max?: number }

/** Means are sums of fractions: what differs by less than this is the same. */
const tolerance = 1e-9

export const toHaveScore: RunMatcher<[expected: ExpectedScore]> = async ({ run, isNot }, expected) => {
  const { min = 0, max = 1 } = typeof expected === 'number' ? { min: expected } : expected
  const judging = await run.judged()
  const { metrics } = judging.judgment
  const sum = metrics.reduce((total, { value }) => total + (value ?? 0), 0)
  const open = metrics.filter(({ value }) => value === null)
  const lower = sum / metrics.length
  const upper = (sum + open.length) / metrics.length
  const isWithin = lower >= min - tolerance && upper <= max + tolerance
  const isOutside = upper < min - tolerance || lower > max + tolerance
  if (!isWithin && !isOutside) throw undecided(run, open)
  const range =
    max === 1
      ? `at least ${formatMetricValue(min)}`
      : `${formatMetricValue(min)} to ${formatMetricValue(max)}`
  const mean =
    open.length === 0
      ? formatMetricValue(lower)
      : `${formatMetricValue(lower)} to ${formatMetricValue(upper)}`
  const headline = `the mean of ${counted(metrics.length, 'metric')} is ${mean}, expected ${isNot ? 'not ' : ''}${range}`
  const below = metrics.filter(({ value }) => value === null || value < 1)
  return {
    pass: isWithin,
    message: () => metricFailureMessage({ metrics: below.length > 0 ? below : metrics, judging, headline }),
    failure: 'VITRIAL_SCORE_BELOW',
  }
}
