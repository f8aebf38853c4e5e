import { z } from 'zod'
import { citationSchema } from '../evidence/citation/citation.ts'

/** 1 met, 0 not met, null: the evidence cannot decide it. Code judges may give any value in [0, 1]. */
export const metricValueSchema = z.number().min(0).max(1).nullable()

/** The grade of one metric. */
export const metricJudgmentSchema = z.strictObject({
  id: z.string(),
  label: z.string(),
  value: metricValueSchema,
  reason: z.string(),
  evidence: z.array(citationSchema),
  /** Pages the judge consulted; supplementary, never evidence. */
  sources: z.array(z.url()).optional(),
})
/** The grade of one metric with its reason and citations; a value of null is undecided. */
export type MetricJudgment = z.infer<typeof metricJudgmentSchema>

/** The grades of one recording, in rubric order. */
export const judgmentSchema = z.strictObject({
  id: z.string(),
  evalRunId: z.string(),
  metrics: z.array(metricJudgmentSchema).min(1),
  /** Equal-weight mean of the values; null if any is null. */
  mean: z.number().min(0).max(1).nullable(),
  evidenceHash: z.string(),
  checkpoint: z.int().nonnegative(),
})
/** The grades of one recording, bound to the hash of its evidence; see {@link judgmentSchema}. */
export type Judgment = z.infer<typeof judgmentSchema>

/** Gives the equal-weight mean of metric values: sum / count. Null if any is null, since unknown is never a zero. */
export function meanOf(values: readonly (number | null)[]): number | null {
  let sum = 0
  for (const value of values) {
    if (value === null) return null
    sum += value
  }
  return values.length === 0 ? null : sum / values.length
}
