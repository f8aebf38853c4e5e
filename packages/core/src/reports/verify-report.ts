import { z } from 'zod'

const countSchema = z.int().nonnegative()

/** A part of a benchmark run is not what was written. */
export const runDifferenceSchema = z.strictObject({
  /** A path in the run's folder, or a table and a row of its database: `judgments 0197…`. */
  where: z.string(),
  /** `unknown`: it is there, and nothing knows of it. */
  what: z.enum(['missing', 'changed', 'exchanged', 'unknown']),
  /** What differs, in words. */
  detail: z.string(),
  /** What to do about it, in words. */
  advice: z.string(),
})
/** A difference between a benchmark run and what was written, with what to do about it. */
export type RunDifference = Readonly<z.infer<typeof runDifferenceSchema>>

/** `vitrial verify` prints this with `--json`. */
export const verifyReportSchema = z.strictObject({
  /** The benchmark run's folder in `results/`. */
  run: z.string(),
  /** How much was recomputed. */
  checked: z.strictObject({
    evalRuns: countSchema,
    judgeRuns: countSchema,
    /** Files of recordings and judge runs. */
    files: countSchema,
    objects: countSchema,
  }),
  differences: z.array(runDifferenceSchema),
})
/** A benchmark run held against what was written, see {@link verifyReportSchema}. */
export type VerifyReport = Readonly<z.infer<typeof verifyReportSchema>>
