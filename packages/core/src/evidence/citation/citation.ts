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
export type Citation = z.infer<typeof citationSchema>

/** What a citation can point at. */
export const citationKinds = [
  'response',
  'message',
  'tool',
  'event',
  'measurement',
  'verification',
  'artifact',
] as const satisfies readonly Citation['kind'][]

/** What a citation points at, without its quote. */
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
export type EvidenceTarget = Readonly<z.infer<typeof evidenceTargetSchema>>

/** A citation as a person reads it: `tool call_3`, `artifact src/sum.ts (final)`. */
export function describeTarget(target: EvidenceTarget): string {
  if (target.kind === 'response') return 'response'
  if (target.kind === 'artifact') return `artifact ${quotedName(target.path)} (${target.revision})`
  return `${target.kind} ${quotedName(target.id)}`
}
