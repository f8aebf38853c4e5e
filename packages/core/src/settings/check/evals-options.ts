import { z } from 'zod'

/** What `defineEvals` is given. */
export const evalsOptionsSchema = z.strictObject({
  /** The project's name, for `--project`. @default 'evals' */
  name: z.string().trim().min(1).optional(),
  /** The benchmark's folder. */
  root: z.string().min(1),
  /** How many trials may run at a time. @default the benchmark's own `concurrency` */
  concurrency: z.int().min(1).optional(),
})
