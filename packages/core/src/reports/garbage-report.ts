import { z } from 'zod'

const countSchema = z.int().nonnegative()

/** `vitrial gc` prints this with `--json`. */
export const garbageReportSchema = z.strictObject({
  /** Whether it was removed, or only counted. */
  deleted: z.boolean(),
  runs: z.array(
    z.strictObject({
      run: z.string(),
      /** A process is at work on it: nothing was looked at. */
      isAtWork: z.boolean(),
      /** Objects that no recording refers to. */
      objects: countSchema,
      /** Files that were left half written. */
      temporary: countSchema,
      sizeBytes: countSchema,
    }),
  ),
})
/** The garbage of all runs, see {@link garbageReportSchema}. */
export type GarbageReport = Readonly<z.infer<typeof garbageReportSchema>>
