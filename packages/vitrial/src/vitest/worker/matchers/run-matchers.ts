import type { ExpectedCitation } from './expected-citation.ts'
import type { ExpectedMetric } from './expected-metric.ts'
import type { ExpectedToolCall } from './expected-tool-call.ts'

/**
 * What can be asserted of a run. Each is to be awaited; one that is not still fails the test it was made in.
 * A metric that the evidence cannot decide neither passes nor fails, with or without `.not`: the test skips.
 */
export interface RunMatchers {
  readonly not: RunMatchers
  /** The judge decided this metric as 1. */
  toPassMetric(metricId: string): Promise<void>
  /**
   * The judge decided these metrics so: values, or a value with citations that must be among its evidence.
   * Metrics that are not named may have any value.
   *
   * @example
   * await expect(run).judge({ asked_dialect: 1, bound_parameters: { value: 0, evidence: [/'\s*\+/] } })
   */
  judge(expected: Readonly<Record<string, ExpectedMetric>>): Promise<void>
  /** The mean of the metrics is at least this, or lies within these, 0 to 1. Null metrics leave it open. */
  toHaveScore(expected: number | { readonly min?: number; readonly max?: number }): Promise<void>
  /** The judge cites this for a metric: words of its quote, or a piece of evidence. */
  toCite(metricId: string, citation: ExpectedCitation): Promise<void>
  /** The agent called a tool with this name: at least once, or so many times. */
  toHaveCalledTool(name: string | RegExp, expected?: ExpectedToolCall): Promise<void>
  /** The run added or changed this file, and at the end it has this content: text it contains, or a pattern. */
  toHaveWritten(path: string, content?: string | RegExp): Promise<void>
  /** The agent's model calls cost less than this, in US dollars. An unknown cost skips the test. */
  toCostLessThan(usd: number): Promise<void>
  /** The run took at most this long, in milliseconds. */
  toFinishWithin(ms: number): Promise<void>
}
