import { z } from 'zod'
import { measurementSchema } from '../../recording/measurement.ts'
import { messageBodySchema, toolCallBodySchema } from '../../recording/event.ts'
import { evidenceTargetSchema } from '../citation/citation.ts'

/** The `next` of the page before; absent for the first page. */
const after = z.string().optional()

/** A test asks this of a finalized recording, a page at a time. */
export const recordingQuerySchema = z.discriminatedUnion('query', [
  z.strictObject({ query: z.literal('messages'), after }),
  z.strictObject({ query: z.literal('tools'), after }),
  z.strictObject({ query: z.literal('files'), after }),
  z.strictObject({ query: z.literal('measurements'), after }),
  /** What the run changed in its workspace: all of it, or one file. */
  z.strictObject({ query: z.literal('diff'), path: z.string().min(1).optional(), after }),
  /** One piece of evidence, as the judge is served it. */
  z.strictObject({ query: z.literal('text'), target: evidenceTargetSchema, after }),
])
/** A question of a test about a finalized recording, see {@link recordingQuerySchema}. */
export type RecordingQuery = z.infer<typeof recordingQuerySchema>

const fileVersionSchema = z.strictObject({
  type: z.enum(['file', 'directory', 'symlink', 'special']),
  sizeBytes: z.int().nonnegative(),
  /** Permissions, as a number; of files and folders. */
  mode: z.int().nonnegative().optional(),
  hash: z.string().optional(),
  /** Where a symlink points. */
  target: z.string().optional(),
})

/** A file of the workspace, at the start and at the end; absent where it does not exist. A folder only if its mode changed. */
export const runFileSchema = z.strictObject({
  path: z.string(),
  change: z.enum(['added', 'removed', 'changed', 'unchanged']),
  initial: fileVersionSchema.optional(),
  final: fileVersionSchema.optional(),
})
/** A file of the workspace with how it changed; see {@link runFileSchema}. */
export type RunFile = Readonly<z.infer<typeof runFileSchema>>

const session = z.string()
const next = z.string().optional()

/** A page of the answer. `next` is absent on the last. */
export const recordingPageSchema = z.discriminatedUnion('query', [
  z.strictObject({
    query: z.literal('messages'),
    rows: z.array(messageBodySchema.extend({ session })),
    next,
  }),
  z.strictObject({ query: z.literal('tools'), rows: z.array(toolCallBodySchema.extend({ session })), next }),
  z.strictObject({ query: z.literal('files'), rows: z.array(runFileSchema), next }),
  z.strictObject({ query: z.literal('measurements'), rows: z.array(measurementSchema), next }),
  z.strictObject({ query: z.literal('diff'), text: z.string(), next }),
  /** No text: there is no such piece. */
  z.strictObject({ query: z.literal('text'), text: z.string().optional(), next }),
])
/** A page of the answer to a {@link RecordingQuery}; `next` is absent on the last. */
export type RecordingPage = z.infer<typeof recordingPageSchema>
