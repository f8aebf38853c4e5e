import type { MetricJudgment } from '@vitrial/core/judging'
import { formatMetricValue } from '@vitrial/core/text'
import { describeExpectedCitation, isCitationMatched, type ExpectedCitation } from './expected-citation.ts'

/**
 * What is expected of a metric: a value, or a value with citations that its evidence must hold. Null expects
 * that it is undecided.
 */
export type ExpectedMetric =
  | number
  | null
  | { readonly value: number | null; readonly evidence?: readonly ExpectedCitation[] }

/** How a metric stands to what was expected of it. */
export type MetricMatch =
  | { readonly result: 'same' | 'undecided' }
  | { readonly result: 'differs'; readonly how: string }

/** Values are sums of fractions at times: what differs by less than this is the same. */
const tolerance = 1e-9

/** Compares a metric with what was expected of it. Undecided is neither, unless that was expected. */
export function matchMetric(metric: MetricJudgment, expected: ExpectedMetric): MetricMatch {
  const { value, evidence = [] } =
    typeof expected === 'object' && expected !== null ? expected : { value: expected }
  if (metric.value === null && value !== null) return { result: 'undecided' }
  if (!isSame(metric.value, value)) {
    return { result: 'differs', how: `${metric.id} is ${said(metric.value)}, expected ${said(value)}` }
  }
  const missing = evidence.filter(
    (wanted) => !metric.evidence.some((cited) => isCitationMatched(cited, wanted)),
  )
  return missing.length === 0
    ? { result: 'same' }
    : {
        result: 'differs',
        how: `${metric.id} does not cite ${missing.map(describeExpectedCitation).join(', nor ')}`,
      }
}

function isSame(value: number | null, expected: number | null): boolean {
  return value === null || expected === null ? value === expected : Math.abs(value - expected) < tolerance
}

function said(value: number | null): string {
  return value === null ? 'undecided' : formatMetricValue(value)
}
