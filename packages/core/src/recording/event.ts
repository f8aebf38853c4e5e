import { z } from 'zod'
import { withoutDeepNesting } from '../text/nesting.ts'
import { evalRunStateSchema } from '../states/eval-run-state.ts'
import { callFateSchema } from './call-fate.ts'
import { usageSchema } from './usage.ts'

const milliseconds = z.number().nonnegative()

/** A message as it stands; a later event with the same id replaces it. */
export const messageBodySchema = z.strictObject({
  id: z.string(),
  parentId: z.string().optional(),
  role: z.enum(['user', 'assistant']),
  agent: z.string().optional(),
  text: z.string(),
  reasoning: z.string().optional(),
  finish: z.string().optional(),
  error: z.string().optional(),
  provider: z.string().optional(),
  model: z.string().optional(),
  createdAtMs: milliseconds,
  completedAtMs: milliseconds.optional(),
})
/** A message as it stands, see {@link messageBodySchema}. */
export type MessageBody = z.infer<typeof messageBodySchema>

/** A tool call as it stands; a later event with the same id replaces it. */
export const toolCallBodySchema = z.strictObject({
  id: z.string(),
  messageId: z.string(),
  name: z.string(),
  status: z.enum(['pending', 'running', 'completed', 'error']),
  /** JSON, cut where it is nested too deep. */
  input: z.unknown().transform(withoutDeepNesting),
  output: z.string().optional(),
  error: z.string().optional(),
  exitCode: z.int().optional(),
  startedAtMs: milliseconds.optional(),
  endedAtMs: milliseconds.optional(),
})
/** A tool call as it stands, see {@link toolCallBodySchema}. */
export type ToolCallBody = z.infer<typeof toolCallBodySchema>

/**
 * Something that the agent's program said of a message or a tool call after that had ended, and that does not fit what it
 * said then. The first final state stands: whoever changes it afterwards contradicts it.
 */
export const contradictionBodySchema = z.strictObject({
  about: z.enum(['message', 'tool_call']),
  /** Of the message or tool call. */
  id: z.string(),
  /** It was changed, it was added to something that had ended, or it is not there any more. */
  claim: z.enum(['changed', 'added', 'removed']),
  /** What is claimed, as JSON; of what was removed, what it was. Cut where it is long. */
  detail: z.string(),
})
export type ContradictionBody = z.infer<typeof contradictionBodySchema>

/** The body of each kind of event. */
export const eventBodies = {
  /** Where the candidate runs: which runtime, whether it is contained, its workspace as seen from inside. */
  run_started: z.strictObject({
    runtime: z.string(),
    contained: z.boolean(),
    workspace: z.string(),
  }),
  prompt_sent: z.strictObject({ text: z.string() }),
  session_started: z.strictObject({ parentSession: z.string().optional(), title: z.string().optional() }),
  message: messageBodySchema,
  tool_call: toolCallBodySchema,
  contradiction: contradictionBodySchema,
  agent_status: z.strictObject({
    status: z.enum(['idle', 'busy', 'retrying']),
    attempt: z.int().optional(),
    detail: z.string().optional(),
  }),
  agent_error: z.strictObject({
    name: z.string(),
    message: z.string(),
    statusCode: z.int().optional(),
  }),
  process_output: z.strictObject({ stream: z.enum(['stdout', 'stderr']), text: z.string() }),
  model_call: z.strictObject({
    callId: z.string(),
    status: z.int(),
    durationMs: milliseconds,
    fate: callFateSchema,
    usage: usageSchema.optional(),
    /** What of the request was not passed on to the provider. */
    leftOut: z.array(z.string()).optional(),
    error: z.string().optional(),
  }),
  limit_reached: z.strictObject({ limit: z.string(), detail: z.string() }),
  /** Files of a snapshot that held what must not be kept: a mark stands there in its place. The first 100. */
  files_redacted: z.strictObject({ revision: z.enum(['initial', 'final']), paths: z.array(z.string()) }),
  run_ended: z.strictObject({ state: evalRunStateSchema, detail: z.string().optional() }),
} as const

/** The kind of an event: a key of {@link eventBodies}. */
export type EventKind = keyof typeof eventBodies
export type EventSource = 'harness' | 'gateway' | 'host'

/** One thing that happened in a run. */
export type RecordedEvent = {
  [K in EventKind]: {
    /** Counts from 1 without gaps within a recording. */
    readonly seq: number
    /** Milliseconds since the run started. */
    readonly atMs: number
    /** The agent session it belongs to; empty for the run as a whole. */
    readonly session: string
    readonly source: EventSource
    readonly kind: K
    readonly body: z.infer<(typeof eventBodies)[K]>
  }
}[EventKind]

/** An event before the recording gives it its place and time. */
export type NewEvent = {
  [K in EventKind]: Pick<Extract<RecordedEvent, { kind: K }>, 'session' | 'source' | 'kind' | 'body'>
}[EventKind]

const envelope = {
  seq: z.int().positive(),
  atMs: milliseconds,
  session: z.string(),
  source: z.enum(['harness', 'gateway', 'host']),
}

/** Parses one line of `events.jsonl`. */
export const recordedEventSchema: z.ZodType<RecordedEvent> = z.discriminatedUnion('kind', [
  eventSchema('run_started'),
  eventSchema('prompt_sent'),
  eventSchema('session_started'),
  eventSchema('message'),
  eventSchema('tool_call'),
  eventSchema('contradiction'),
  eventSchema('agent_status'),
  eventSchema('agent_error'),
  eventSchema('process_output'),
  eventSchema('model_call'),
  eventSchema('limit_reached'),
  eventSchema('files_redacted'),
  eventSchema('run_ended'),
])

function eventSchema<K extends EventKind>(
  kind: K,
): z.ZodObject<typeof envelope & { kind: z.ZodLiteral<K>; body: (typeof eventBodies)[K] }, z.core.$strict> {
  return z.strictObject({ ...envelope, kind: z.literal(kind), body: eventBodies[kind] })
}
