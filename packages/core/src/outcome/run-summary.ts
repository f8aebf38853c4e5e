import { z } from 'zod'
import { errorRecordSchema } from '../errors/error-record.ts'
import { usageSchema } from '../recording/usage.ts'
import { evalRunOutcomeSchema, evalRunStateSchema } from '../states/eval-run-state.ts'

/** The finished execution of a trial, as a worker sees it. */
export const runSummarySchema = z.strictObject({
  trialId: z.string(),
  evalRunId: z.string(),
  evalId: z.string(),
  model: z.string(),
  /** Absent for the arm without a name. */
  arm: z.string().optional(),
  repetition: z.int(),
  state: evalRunStateSchema,
  outcome: evalRunOutcomeSchema.optional(),
  error: errorRecordSchema.optional(),
  detail: z.string().optional(),
  response: z.string().optional(),
  usage: usageSchema,
  durationMs: z.number().nonnegative(),
  /** True if its model was played from a script. */
  scripted: z.boolean().optional(),
  /** Where the recording lies. */
  recording: z.string().optional(),
})
/** The finished execution of a trial, as a worker sees it; see {@link runSummarySchema}. */
export type RunSummary = z.infer<typeof runSummarySchema>
