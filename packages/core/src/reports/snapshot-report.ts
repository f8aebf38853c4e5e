import { z } from 'zod'
import { scoresReportSchema } from './scores-report.ts'

/** `vitrial snapshot` keeps this, and prints it with `--json`. */
export const snapshotReportSchema = z.strictObject({
  /** The name it was taken under. */
  name: z.string(),
  /** When, in ISO 8601. */
  takenAt: z.iso.datetime(),
  /** The scores of that moment. */
  scores: scoresReportSchema,
})
/** The scores of a moment, see {@link snapshotReportSchema}. */
export type SnapshotReport = Readonly<z.infer<typeof snapshotReportSchema>>
