import { BenchmarkError, formatMetricValue, metricFailureMessage } from '@vitrial/core'
import { undecided } from './judged-metric.ts'
import type { RunMatcher } from './run-matcher.ts'

type ExpectedScore = number | { readonly min?: number; readonly max?: number }

/** Means are sums of fractions: what differs by less than this is the same. */
const tolerance = 1e-9

export const toHaveScore: RunMatcher<[expected: ExpectedScore]> = async ({ run, isNot }, expected) => {
  const { min = 0, max = 1 } = typeof expected === 'number' ? { min: expected } : expected
  if (typeof expected !== 'number' && expected.min === undefined && expected.max === undefined) {
    throw wrongArgument('toHaveScore({}) expects nothing: write min, max or both.')
  }
  for (const bound of [min, max]) if (!(bound >= 0 && bound <= 1)) throw outOfScale(bound)
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
  const headline = `the mean of ${metrics.length} metrics is ${mean}, expected ${isNot ? 'not ' : ''}${range}`
  const below = metrics.filter(({ value }) => value === null || value < 1)
  return {
    pass: isWithin,
    message: () => metricFailureMessage({ metrics: below.length > 0 ? below : metrics, judging, headline }),
    failure: 'VITRIAL_SCORE_BELOW',
  }
}

function outOfScale(bound: number): BenchmarkError {
  return wrongArgument(
    `toHaveScore takes the mean of metrics, which is 0 to 1, not ${bound}. For 80 % write 0.8.`,
  )
}

function wrongArgument(message: string): BenchmarkError {
  return new BenchmarkError('VITRIAL_MATCHER_ARGUMENT', message)
}
