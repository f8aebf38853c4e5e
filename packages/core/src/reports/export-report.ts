import { z } from 'zod'

/** What `vitrial export <file>` prints with `--json`. */
export const exportReportSchema = z.strictObject({
  file: z.string(),
  /** Lines written, by their `type`. */
  rows: z.record(z.string(), z.int().nonnegative()),
})
export type ExportReport = Readonly<z.infer<typeof exportReportSchema>>
