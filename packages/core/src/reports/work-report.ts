import { z } from 'zod'
import { spentByStageSchema } from '../cost/spent.ts'
import { errorRecordSchema } from '../errors/error-record.ts'

const countSchema = z.int().nonnegative()

/** `vitrial retry`, `rejudge` and `add-models` print this with `--json`. */
export const workReportSchema = z.strictObject({
  /** The benchmark run's folder in `results/`; null if there was nothing to do. */
  run: z.string().nullable(),
  /** What it cost: the sum `thisTime`. */
  spent: spentByStageSchema,
  /** How many trials ended in each way. */
  counts: z.strictObject({
    judged: countSchema,
    reused: countSchema,
    failed: countSchema,
    deferred: countSchema,
    cancelled: countSchema,
  }),
  /** In the order of the plan; what was reused is only counted. */
  trials: z.array(
    z.strictObject({
      trial: z.string(),
      status: z.enum(['judged', 'failed', 'deferred', 'cancelled']),
      /** The mean of a judgment, 0..1; null if a metric is undecided. Only of what was judged. */
      mean: z.number().min(0).max(1).nullable().optional(),
      /** Why it failed now. */
      error: errorRecordSchema.optional(),
      /** Why it was not worked on, for people. */
      reason: z.string().optional(),
    }),
  ),
})
/** The end of each trial that was worked on, see {@link workReportSchema}. */
export type WorkReport = Readonly<z.infer<typeof workReportSchema>>
