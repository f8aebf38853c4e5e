import { z } from 'zod'
import { errorRecordSchema } from '../errors/error-record.ts'
import { recordingPageSchema, recordingQuerySchema } from '../evidence/pages/recording-query.ts'
import { judgingSummarySchema } from '../outcome/judging-summary.ts'
import { runSummarySchema } from '../outcome/run-summary.ts'
import { attachmentsRequestFields, attachmentsResponseFields } from './attachments-message.ts'

/** The version of the messages below; it is raised with every change of them. */
export const channelProtocol = 3

const envelope = {
  /** Marks a message as Vitrial's among Vitest's own. */
  vitrial: z.literal(channelProtocol),
  id: z.int().nonnegative(),
}

/** A worker asks for one trial: its execution (shared by all who ask) and, if wished, its judgment. */
const runTrialRequest = z.strictObject({
  ...envelope,
  type: z.literal('run-trial'),
  project: z.string(),
  trialId: z.string(),
  /** Vitest's retry count: 0 at first. */
  attempt: z.int().nonnegative(),
})

const judgeRequest = z.strictObject({
  ...envelope,
  type: z.literal('judge'),
  project: z.string(),
  trialId: z.string(),
  attempt: z.int().nonnegative(),
})

/** A page of what a finalized recording holds. */
const evidenceRequest = z.strictObject({
  ...envelope,
  type: z.literal('evidence'),
  project: z.string(),
  evalRunId: z.string(),
  query: recordingQuerySchema,
})

const cancelRequest = z.strictObject({ ...envelope, type: z.literal('cancel'), requestId: z.int() })

/** A worker sends one of these to the host. */
export const channelRequestSchema = z.discriminatedUnion('type', [
  runTrialRequest,
  judgeRequest,
  evidenceRequest,
  z.strictObject({ ...envelope, ...attachmentsRequestFields }),
  cancelRequest,
])
/** A message of a worker to the host, see {@link channelRequestSchema}. */
export type ChannelRequest = z.infer<typeof channelRequestSchema>

/** The host answers with one of these. */
export const channelResponseSchema = z.discriminatedUnion('type', [
  z.strictObject({ ...envelope, type: z.literal('run'), run: runSummarySchema }),
  z.strictObject({ ...envelope, type: z.literal('judging'), judging: judgingSummarySchema }),
  z.strictObject({ ...envelope, type: z.literal('evidence'), page: recordingPageSchema }),
  z.strictObject({ ...envelope, ...attachmentsResponseFields }),
  z.strictObject({ ...envelope, type: z.literal('cancelled'), reason: z.string() }),
  z.strictObject({ ...envelope, type: z.literal('error'), error: errorRecordSchema }),
])
/** A message of the host to a worker, see {@link channelResponseSchema}. */
export type ChannelResponse = z.infer<typeof channelResponseSchema>
