import { z } from 'zod'
import { benchmarkRunStateSchema, type BenchmarkRunState } from '../states/benchmark-run-state.ts'
import { scoreModels, type ScoreInput } from './aggregate.ts'

const percentSchema = z.number().min(0).max(100)
const creditSchema = z.number().min(0).max(1)
const countSchema = z.int().nonnegative()

/** What `vitrial scores --json` prints. */
export const scoresReportSchema = z.strictObject({
  /** The benchmark's name. */
  benchmark: z.string(),
  /** The folder of the benchmark run in `results/`. */
  run: z.string(),
  state: benchmarkRunStateSchema,
  /** Trials whose rows are no longer what was written: they count for nothing. `vitrial verify` says what differs. */
  altered: z.array(z.string()),
  models: z.array(
    z.strictObject({
      model: z.string(),
      /** 0..100; null unless everything required is decided. */
      percentage: percentSchema.nullable(),
      /** What the percentage can still become, and how much of it is decided; all in 0..100. */
      bounds: z.strictObject({ lower: percentSchema, upper: percentSchema, coverage: percentSchema }),
      evals: z.array(
        z.strictObject({
          eval: z.string(),
          /** 0..1; null unless all of its metrics are decided. */
          score: creditSchema.nullable(),
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
})
export type ScoresReport = Readonly<z.infer<typeof scoresReportSchema>>

export interface ScoresReportInput extends ScoreInput {
  readonly benchmark: string
  readonly run: string
  readonly state: BenchmarkRunState
}

/** The scores as data. */
export function scoresReport({ benchmark, run, state, ...input }: ScoresReportInput): ScoresReport {
  const models = scoreModels(input).map(({ evals, bounds, ...score }) => ({
    ...score,
    bounds: { ...bounds },
    evals: evals.map(({ metrics, ...scored }) => ({
      ...scored,
      metrics: metrics.map((metric) => ({ ...metric })),
    })),
  }))
  const altered = [...input.trials].filter((record) => record.altered).map(({ trial }) => trial.id)
  return { benchmark, run, state, altered, models }
}
