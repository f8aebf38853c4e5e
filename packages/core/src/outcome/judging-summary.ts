import { z } from 'zod'
import { errorRecordSchema } from '../errors/error-record.ts'
import { judgmentSchema } from '../judging/judgment.ts'
import { usageSchema } from '../recording/usage.ts'

/** Judging a run came to this. */
export const judgingSummarySchema = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('judged'),
    judgment: judgmentSchema,
    judgeModel: z.string(),
    evidenceReads: z.int(),
    rejectedSubmissions: z.int(),
    judgeRunId: z.string().optional(),
    usage: usageSchema.optional(),
    durationMs: z.number().nonnegative().optional(),
    /** True if the judge's model was played from a script. */
    scripted: z.boolean().optional(),
  }),
  z.strictObject({
    status: z.literal('failed'),
    error: errorRecordSchema,
    judgeRunId: z.string().optional(),
    usage: usageSchema.optional(),
  }),
  /** The run's state has no evidence to grade. */
  z.strictObject({ status: z.literal('not_judgeable') }),
])
/** The end of judging a run: a judgment, a failure, or nothing that could be judged. */
export type JudgingSummary = z.infer<typeof judgingSummarySchema>

/** A judgment with who made it and how. */
export type JudgedSummary = Extract<JudgingSummary, { status: 'judged' }>
