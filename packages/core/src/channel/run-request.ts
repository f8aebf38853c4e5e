import { z } from 'zod'

/** `vitrial run` asks this of the hosts in the Vitest that it starts, as JSON in the variable `VITRIAL_RUN`. */
export const runRequestSchema = z.strictObject({
  /** The one benchmark that is meant, by its absolute folder. Absent: every one in Vitest's config. */
  benchmark: z.string().optional(),
  /** Starts a new benchmark run. */
  isNewRun: z.boolean().optional(),
  onlyEvals: z.array(z.string()).optional(),
  onlyModels: z.array(z.string()).optional(),
  onlyRepetitions: z.array(z.int().positive()).optional(),
  maxCostUsd: z.number().nonnegative().optional(),
})
/** A request of `vitrial run`, see {@link runRequestSchema}; what is absent leaves nothing out. */
export type RunRequest = Readonly<z.infer<typeof runRequestSchema>>
