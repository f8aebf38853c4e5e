import type { PassRule } from '@vitrial/core/settings'

/** What the tests of an eval know of it. */
export interface EvalContext {
  /** The Vitest project. */
  readonly project: string
  readonly pass: PassRule
  readonly promptFile: string
  readonly rubricFile: string
  /** Where each metric is declared in the rubric, from 1. */
  readonly metricLines: Readonly<Record<string, number>>
}
