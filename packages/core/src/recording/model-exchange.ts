import { z } from 'zod'
import { callFateSchema } from './call-fate.ts'
import { usageSchema } from './usage.ts'

/** One model call as the gateway saw it: a line of `traffic.jsonl`. Never holds a key. */
export const modelExchangeSchema = z.strictObject({
  callId: z.string(),
  stage: z.enum(['candidate', 'judge']),
  /** Milliseconds since the epoch. */
  startedAtMs: z.number().nonnegative(),
  durationMs: z.number().nonnegative(),
  request: z.strictObject({
    method: z.string(),
    path: z.string(),
    headers: z.record(z.string(), z.string()),
    /** The parsed JSON body, or the text where it was not JSON. */
    body: z.unknown(),
    /** What of it was not passed on to the provider, by its place: `plugins`, `tools[](web_search)`. */
    leftOut: z.array(z.string()).optional(),
  }),
  response: z.strictObject({
    /** 0 if the call ended before a response began. */
    status: z.int(),
    /** The body as sent, server-sent events included. */
    text: z.string(),
    /** Set if the body was longer than what was kept of it. */
    truncated: z.boolean().optional(),
    /** Set if the connection ended before the response did. */
    aborted: z.boolean().optional(),
  }),
  fate: callFateSchema,
  /** Absent if the call may have used a model but none was reported: unknown, not nothing. */
  usage: usageSchema.optional(),
  error: z.string().optional(),
})
/** A model call as the gateway saw it, see {@link modelExchangeSchema}. */
export type ModelExchange = z.infer<typeof modelExchangeSchema>
