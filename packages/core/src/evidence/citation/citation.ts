import { z } from 'zod'
import { quotedName } from '../../text/quoted-name.ts'

/** Words copied from the recording, to be found there literally. */
const quoteSchema = z.string().min(1).optional()

/** A pointer into a recording. */
export const citationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('response'), quote: quoteSchema }),
  z.strictObject({ kind: z.literal('message'), id: z.string().min(1), quote: quoteSchema }),
  z.strictObject({ kind: z.literal('tool'), id: z.string().min(1), quote: quoteSchema }),
  z.strictObject({ kind: z.literal('event'), id: z.string().min(1), quote: quoteSchema }),
  z.strictObject({ kind: z.literal('measurement'), id: z.string().min(1), quote: quoteSchema }),
  z.strictObject({ kind: z.literal('verification'), id: z.string().min(1), quote: quoteSchema }),
  z.strictObject({
    kind: z.literal('artifact'),
    path: z.string().min(1),
    revision: z.enum(['initial', 'final']),
    quote: quoteSchema,
  }),
])
/** A pointer into a recording, perhaps with words that stand there literally. */
export type Citation = z.infer<typeof citationSchema>

/** A citation can point at these. */
export const citationKinds = [
  'response',
  'message',
  'tool',
  'event',
  'measurement',
  'verification',
  'artifact',
] as const satisfies readonly Citation['kind'][]

/** A citation points at this; it is the citation without its quote. */
export const evidenceTargetSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('response') }),
  z.strictObject({
    kind: z.enum(['message', 'tool', 'event', 'measurement', 'verification']),
    id: z.string().min(1),
  }),
  z.strictObject({
    kind: z.literal('artifact'),
    path: z.string().min(1),
    revision: z.enum(['initial', 'final']),
  }),
])
/** A piece of a recording that can be cited: a response, a message, a file in one revision, and so on. */
export type EvidenceTarget = Readonly<z.infer<typeof evidenceTargetSchema>>

/** Names a cited place as a person reads it: `tool call_3`, `artifact src/sum.ts (final)`. */
export function describeTarget(target: EvidenceTarget): string {
  if (target.kind === 'response') return 'response'
  if (target.kind === 'artifact') return `artifact ${quotedName(target.path)} (${target.revision})`
  return `${target.kind} ${quotedName(target.id)}`
}
