import { z } from 'zod'

/** `vitrial export <file>` prints this with `--json`. */
export const exportReportSchema = z.strictObject({
  file: z.string(),
  /** Lines written, by their `type`. */
  rows: z.record(z.string(), z.int().nonnegative()),
})
/** The end of an export, see {@link exportReportSchema}. */
export type ExportReport = Readonly<z.infer<typeof exportReportSchema>>
