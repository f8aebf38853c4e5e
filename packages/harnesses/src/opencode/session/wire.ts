import { withoutDeepNesting } from '@vitrial/core/text'
import { z } from 'zod'

/*
 * What is read of OpenCode's messages and events. A server in a sandbox is the candidate's to change, so
 * nothing of it is believed unparsed. Fields and event types that are not named here are ignored.
 */

const milliseconds = z.number().nonnegative()

const agentErrorSchema = z.object({
  name: z.string(),
  data: z.object({ message: z.string().optional(), statusCode: z.int().optional() }).optional(),
})
export type AgentError = z.infer<typeof agentErrorSchema>

const infoFields = { id: z.string(), sessionID: z.string(), agent: z.string().optional() }

const infoSchema = z.discriminatedUnion('role', [
  z.object({ ...infoFields, role: z.literal('user'), time: z.object({ created: milliseconds }) }),
  z.object({
    ...infoFields,
    role: z.literal('assistant'),
    parentID: z.string().optional(),
    providerID: z.string().optional(),
    modelID: z.string().optional(),
    time: z.object({ created: milliseconds, completed: milliseconds.optional() }),
    finish: z.string().optional(),
    error: agentErrorSchema.optional(),
  }),
])
export type MessageInfo = z.infer<typeof infoSchema>

const partFields = { id: z.string(), messageID: z.string(), sessionID: z.string() }

const textPartSchema = z.object({
  ...partFields,
  type: z.enum(['text', 'reasoning']),
  text: z.string(),
  /** Written by OpenCode itself, not by the person or the model. */
  synthetic: z.boolean().optional(),
  ignored: z.boolean().optional(),
  time: z.object({ end: milliseconds.optional() }).optional(),
})

const toolFields = { input: z.unknown().transform(withoutDeepNesting) }
const toolStateSchema = z.discriminatedUnion('status', [
  z.object({ ...toolFields, status: z.literal('pending') }),
  z.object({ ...toolFields, status: z.literal('running'), time: z.object({ start: milliseconds }) }),
  z.object({
    ...toolFields,
    status: z.literal('completed'),
    output: z.string(),
    metadata: z.object({ exit: z.int().nullish() }).optional(),
    time: z.object({ start: milliseconds, end: milliseconds }),
  }),
  z.object({
    ...toolFields,
    status: z.literal('error'),
    error: z.string(),
    time: z.object({ start: milliseconds, end: milliseconds }),
  }),
])

const toolPartSchema = z.object({
  ...partFields,
  type: z.literal('tool'),
  tool: z.string(),
  state: toolStateSchema,
})
export type ToolPart = z.infer<typeof toolPartSchema>

const partSchema = z.discriminatedUnion('type', [textPartSchema, toolPartSchema])
export type Part = z.infer<typeof partSchema>

const messageSchema = z.object({
  info: infoSchema,
  parts: z.array(z.unknown()).transform((parts) => parts.flatMap((part) => parsePart(part) ?? [])),
})
/** A message with its parts, as a session lists it. */
export type SessionMessage = z.infer<typeof messageSchema>

const sessionSchema = z.object({
  id: z.string(),
  parentID: z.string().optional(),
  title: z.string().optional(),
})

const statusSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('idle') }),
  z.object({ type: z.literal('busy') }),
  z.object({ type: z.literal('retry'), attempt: z.int(), message: z.string() }),
])

const ofSession = { sessionID: z.string() }
const event = <T extends string, P extends z.ZodType>(type: T, properties: P) =>
  z.object({ type: z.literal(type), properties })

const serverEventSchema = z.discriminatedUnion('type', [
  event('server.connected', z.unknown()),
  event('session.created', z.object({ info: sessionSchema })),
  event('session.status', z.object({ ...ofSession, status: statusSchema })),
  event('session.error', z.object({ sessionID: z.string().optional(), error: agentErrorSchema.optional() })),
  event('session.compacted', z.object(ofSession)),
  event('message.updated', z.object({ info: infoSchema })),
  event('message.part.updated', z.object({ part: partSchema })),
  event('permission.asked', z.object({ ...ofSession, id: z.string() })),
])
export type ServerEvent = z.infer<typeof serverEventSchema>

/** An event this package knows; undefined for any other. */
export function parseServerEvent(value: unknown): ServerEvent | undefined {
  return serverEventSchema.safeParse(value).data
}

/** What an event is about: the next about the same thing stands in its place. */
export function thingOf({ type, properties }: ServerEvent): string {
  switch (type) {
    case 'message.part.updated':
      return `part ${properties.part.id}`
    case 'message.updated':
      return `message ${properties.info.id}`
    case 'session.created':
      return `session ${properties.info.id}`
    case 'session.error':
    case 'session.status':
    case 'session.compacted':
      return `status ${properties.sessionID ?? ''}`
    case 'server.connected':
    case 'permission.asked':
      return type
  }
}

function parsePart(value: unknown): Part | undefined {
  return partSchema.safeParse(value).data
}

/** A session's messages. Throws a {@link z.ZodError} if they are none. */
export function parseMessages(value: unknown): SessionMessage[] {
  return z.array(messageSchema).parse(value)
}

/** Sessions as they are listed. Throws a {@link z.ZodError} if they are none. */
export function parseSessions(value: unknown): z.infer<typeof sessionSchema>[] {
  return z.array(sessionSchema).parse(value)
}

/** What went wrong, in words. */
export function describeAgentError(error: AgentError): string {
  const { message, statusCode } = error.data ?? {}
  const status = statusCode === undefined ? '' : ` (HTTP ${statusCode})`
  return `${error.name}${status}${message === undefined ? '' : `: ${message}`}`
}
