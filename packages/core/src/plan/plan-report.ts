import { z } from 'zod'
import { countActions, type PlanItem } from './plan-item.ts'

const usdSchema = z.number().nonnegative()

/** What `vitrial plan --json` prints. */
export const planReportSchema = z.strictObject({
  /** The benchmark's folder. */
  directory: z.string(),
  /** What the work of this plan comes to, deferred items left out. */
  estimate: z.strictObject({
    /** Executions. */
    candidates: z.int().nonnegative(),
    /** Trials that are judged, executed ones included. */
    judges: z.int().nonnegative(),
    /** The sum of the items whose cost can be estimated; null if there is work and none can. */
    estimatedUsd: usdSchema.nullable(),
    /** Items of work whose cost cannot be estimated. */
    unknown: z.int().nonnegative(),
  }),
  /** In the order of the plan. */
  items: z.array(
    z.strictObject({
      /** `<eval>:<model>:<repetition>` */
      trial: z.string(),
      eval: z.string(),
      model: z.string(),
      /** Counts from 1. */
      repetition: z.int().positive(),
      action: z.enum(['run', 'judge', 'reuse', 'failed', 'deferred']),
      /** For people; for what failed with what to do. */
      reason: z.string(),
      /** Of a `run` with its judge; 0 if there is nothing to do, null if unknown. */
      estimatedUsd: usdSchema.nullable(),
    }),
  ),
})
export type PlanReport = Readonly<z.infer<typeof planReportSchema>>

/** What work is likely to cost: the known part of it, and how many items are unknown. */
export interface PlanEstimate {
  readonly estimatedUsd: number | null
  readonly unknown: number
}

/** Sums the estimates of the items that are to be worked on. */
export function estimateOfPlan(items: readonly PlanItem[]): PlanEstimate {
  const work = items.filter(({ action }) => action === 'run' || action === 'judge')
  const known = work.flatMap(({ estimatedUsd }) => estimatedUsd ?? [])
  const sum = known.reduce((total, usd) => total + usd, 0)
  return {
    estimatedUsd: work.length > 0 && known.length === 0 ? null : sum,
    unknown: work.length - known.length,
  }
}

/**
 * The plan as data.
 *
 * @param directory the benchmark's folder.
 */
export function planReport(directory: string, items: readonly PlanItem[]): PlanReport {
  const { run, judge } = countActions(items)
  return {
    directory,
    estimate: { candidates: run, judges: run + judge, ...estimateOfPlan(items) },
    items: items.map(({ trial, action, reason, estimatedUsd }) => ({
      trial: trial.id,
      eval: trial.evalId,
      model: trial.model,
      repetition: trial.repetition,
      action,
      reason,
      estimatedUsd,
    })),
  }
}
