import { z } from 'zod'

const countSchema = z.int().nonnegative()

/** `vitrial merge` prints this with `--json`. */
export const mergeReportSchema = z.strictObject({
  /** The merged run's folder in `results/`. */
  run: z.string(),
  trials: countSchema,
  evalRuns: countSchema,
  /** Trials that several of the runs have executed. */
  conflicts: z.array(
    z.strictObject({
      trial: z.string(),
      /** The run whose execution was selected. */
      selected: z.string(),
      /** Those whose executions are kept beside it. */
      others: z.array(z.string()),
    }),
  ),
})
/** The merged run and its conflicts, see {@link mergeReportSchema}. */
export type MergeReport = Readonly<z.infer<typeof mergeReportSchema>>
