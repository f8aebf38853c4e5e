import { z } from 'zod'
import { trialAttachmentsSchema } from '../evidence/attachments/trial-attachments.ts'

/** A worker asks for what it attaches to a trial's test. */
export const attachmentsRequestFields = {
  type: z.literal('attachments'),
  project: z.string(),
  trialId: z.string(),
  evalRunId: z.string(),
  /** Every metric is 1: a host with very many trials attaches nothing to those. */
  isPlainPass: z.boolean(),
}

/** What the host has to attach. */
export const attachmentsResponseFields = {
  type: z.literal('attachments'),
  attachments: trialAttachmentsSchema,
}
