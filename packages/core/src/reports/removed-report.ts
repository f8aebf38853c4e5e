import { z } from 'zod'

/** `vitrial remove-models` prints this with `--json`. */
export const removedReportSchema = z.strictObject({
  models: z.array(z.string()),
  /** The trials that were taken out of the aggregate. */
  trials: z.array(z.string()),
})
