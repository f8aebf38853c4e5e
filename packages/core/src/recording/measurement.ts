import { z } from 'zod'

/** Something observed of a run, never a grade. */
export const measurementSchema = z
  .strictObject({
    /** Stable within a recording, such as `input_tokens`. */
    id: z.string().min(1),
    value: z.number(),
    unit: z.enum(['tokens', 'usd', 'ms', 'count', 'ratio']),
  })
  .readonly()
/** A number that was observed of a run, with its unit; never a grade. */
export type Measurement = z.infer<typeof measurementSchema>
