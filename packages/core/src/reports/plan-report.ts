import { z } from 'zod'
import { countActions, type PlanItem } from '../plan/plan-item.ts'
import { namedArm } from '../trial/model-arm.ts'

const usdSchema = z.number().nonnegative()

/** `vitrial plan --json` prints this. */
export const planReportSchema = z.strictObject({
  /** The benchmark's folder. */
  directory: z.string(),
  /** What the work of this plan comes to, deferred items left out. */
  estimate: z.strictObject({
    /** Executions. */
    candidates: z.int().nonnegative(),
    /** Trials that are judged, executed ones included. */
    judges: z.int().nonnegative(),
    /** The sum of the items' estimates; null if that of any is unknown. */
    estimatedUsd: usdSchema.nullable(),
    /** The known part of it. */
    knownUsd: usdSchema,
    /** Items of work whose cost cannot be estimated. */
    unknown: z.int().nonnegative(),
  }),
  /** In the order of the plan. */
  items: z.array(
    z.strictObject({
      /** `<eval>:<model>:<repetition>`, in a named arm `<eval>:<model>:<arm>:<repetition>` */
      trial: z.string(),
      eval: z.string(),
      model: z.string(),
      /** Absent for the arm without a name. */
      arm: z.string().optional(),
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
/** A plan as data, see {@link planReportSchema}. */
export type PlanReport = Readonly<z.infer<typeof planReportSchema>>

/** The work of a plan is likely to cost this. */
export interface PlanEstimate {
  /** Null if the cost of any item is unknown. */
  readonly estimatedUsd: number | null
  /** The known part of it. */
  readonly knownUsd: number
  /** Items of work whose cost is unknown. */
  readonly unknown: number
}

/** Sums the estimates of the items that are to be worked on. */
export function estimateOfPlan(items: readonly PlanItem[]): PlanEstimate {
  const work = items.filter(({ action }) => action === 'run' || action === 'judge')
  const known = work.flatMap(({ estimatedUsd }) => estimatedUsd ?? [])
  const knownUsd = known.reduce((total, usd) => total + usd, 0)
  const unknown = work.length - known.length
  return { estimatedUsd: unknown === 0 ? knownUsd : null, knownUsd, unknown }
}

/**
 * Writes the plan as data.
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
      ...namedArm(trial.arm),
      repetition: trial.repetition,
      action,
      reason,
      estimatedUsd,
    })),
  }
}
