import { z } from 'zod'

/** `candidate_evidence` can be asked for these. */
export const evidenceQueries = [
  'summary',
  'response',
  'messages',
  'message',
  'tools',
  'tool',
  'events',
  'event',
  'artifacts',
  'artifact',
  'diff',
  'measurements',
] as const

/** The input of `candidate_evidence`: a judge's question about the recording. */
export const evidenceQuerySchema = z.strictObject({
  query: z.enum(evidenceQueries),
  id: z.string().optional().describe('For message, tool and event: which one.'),
  path: z.string().optional().describe('For artifact and diff: a file of the workspace.'),
  revision: z.enum(['initial', 'final']).optional().describe('For artifact: which version. Default final.'),
  cursor: z.string().optional().describe('The `next` of the previous page.'),
})
export type EvidenceQuery = z.infer<typeof evidenceQuerySchema>
