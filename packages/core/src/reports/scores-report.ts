import { z } from 'zod'
import { benchmarkRunStateSchema, type BenchmarkRunState } from '../states/benchmark-run-state.ts'
import { spendingSchema, type BenchmarkSpending } from '../cost/spending.ts'
import { spentByStageSchema } from '../cost/spent.ts'
import { scoreModels, type ScoreInput } from '../scores/aggregate.ts'
import { unresolvedReasons } from '../scores/metric-credit.ts'
import { trialFindingsOf } from '../scores/trial-findings.ts'

const percentSchema = z.number().min(0).max(100)
const creditSchema = z.number().min(0).max(1)
const countSchema = z.int().nonnegative()

/** `vitrial scores --json` prints this. */
export const scoresReportSchema = z.strictObject({
  /** The benchmark's name. */
  benchmark: z.string(),
  /** The folder of the benchmark run in `results/`. */
  run: z.string(),
  state: benchmarkRunStateSchema,
  /** Trials whose rows are no longer what was written: they count for nothing. `vitrial verify` says what differs. */
  altered: z.array(z.string()),
  /** What all of it cost, as three sums. */
  spent: spendingSchema,
  /** One for each model in each arm. */
  models: z.array(
    z.strictObject({
      model: z.string(),
      /** Absent for the arm without a name. */
      arm: z.string().optional(),
      /** 0..100; null unless everything required is decided. */
      percentage: percentSchema.nullable(),
      /** What the percentage can still become, and how much of it is decided; all in 0..100. */
      bounds: z.strictObject({ lower: percentSchema, upper: percentSchema, coverage: percentSchema }),
      /** What its runs and their judges cost. */
      spent: spendingSchema,
      evals: z.array(
        z.strictObject({
          eval: z.string(),
          /** 0..1; null unless all of its metrics are decided. */
          score: creditSchema.nullable(),
          /** What that rests on cost: the sum `selected` of this eval and model. */
          spent: spentByStageSchema,
          metrics: z.array(
            z.strictObject({
              id: z.string(),
              name: z.string(),
              /** Mean over the repetitions, 0..1; null unless all are decided. */
              value: creditSchema.nullable(),
              /** Repetitions that are decided. */
              scored: countSchema,
              expected: countSchema,
              /** Repetitions at 1. */
              passed: countSchema,
            }),
          ),
        }),
      ),
    }),
  ),
  /** The trials that have no grade, or none of some metrics, in the order of the plan. */
  unresolved: z.array(
    z.strictObject({
      /** `<eval>:<model>:<repetition>`, in a named arm `<eval>:<model>:<arm>:<repetition>` */
      trial: z.string(),
      why: z.enum(unresolvedReasons),
      /** Of what is outdated: which half, and the inputs that have changed since. */
      outdated: z.enum(['run', 'judgment']).optional(),
      changed: z.array(z.string()).optional(),
    }),
  ),
})
/** The scores as data, see {@link scoresReportSchema}. */
export type ScoresReport = Readonly<z.infer<typeof scoresReportSchema>>

export interface ScoresReportInput extends ScoreInput {
  readonly benchmark: string
  readonly run: string
  readonly state: BenchmarkRunState
  readonly spending: BenchmarkSpending
}

/** Writes the scores as data. */
export function scoresReport(given: ScoresReportInput): ScoresReport {
  const { benchmark, run, state, spending, ...input } = given
  const models = scoreModels(input).map(({ percentage, bounds, evals, ...modelArm }) => ({
    ...modelArm,
    percentage,
    bounds: { ...bounds },
    spent: spending.ofModel(modelArm),
    evals: evals.map(({ eval: evalId, score, metrics }) => ({
      eval: evalId,
      score,
      spent: spending.selectedOfEval(modelArm, evalId),
      metrics: metrics.map((metric) => ({ ...metric })),
    })),
  }))
  const altered = [...input.trials].filter((record) => record.altered).map(({ trial }) => trial.id)
  const unresolved = trialFindingsOf(input).unresolved.map(({ trial, why, outdated, changed }) => ({
    trial: trial.id,
    why,
    ...(outdated && { outdated }),
    ...(changed && { changed: [...changed] }),
  }))
  return { benchmark, run, state, altered, spent: spending.total, models, unresolved }
}
