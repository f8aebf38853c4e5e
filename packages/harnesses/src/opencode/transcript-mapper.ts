import { createHash } from 'node:crypto'
import type { MessageBody, NewEvent, ToolCallBody } from '@vitrial/core'
import {
  describeAgentError,
  type MessageInfo,
  type Part,
  type ServerEvent,
  type SessionMessage,
  type ToolPart,
} from './wire.ts'

type AgentStatusBody = Extract<NewEvent, { kind: 'agent_status' }>['body']

const source = 'harness'

interface KnownMessage {
  info?: MessageInfo
  readonly parts: Map<string, Part>
}

/**
 * Turns what an OpenCode server tells into events of a recording. It tells each change once: OpenCode
 * repeats itself, and its event stream may have gaps that the final re-reading closes.
 */
export class TranscriptMapper {
  readonly #messages = new Map<string, KnownMessage>()
  /** What was told last of each thing. */
  readonly #told = new Map<string, string>()

  /** What one server event adds. */
  apply(event: ServerEvent): NewEvent[] {
    switch (event.type) {
      case 'session.created': {
        const { id, parentID, title } = event.properties.info
        const body = {
          ...(parentID !== undefined && { parentSession: parentID }),
          ...(title !== undefined && { title }),
        }
        return this.#tell(`session ${id}`, { session: id, source, kind: 'session_started', body })
      }
      case 'session.status':
        return this.#tellStatus(event.properties.sessionID, statusBody(event.properties.status))
      case 'session.compacted':
        return this.#tellStatus(event.properties.sessionID, {
          status: 'busy',
          detail: 'The conversation was compacted.',
        })
      case 'session.error': {
        const { sessionID: session = '', error } = event.properties
        if (error === undefined) return []
        const { message = '', statusCode } = error.data ?? {}
        const body = { name: error.name, message, ...(statusCode !== undefined && { statusCode }) }
        return this.#tell(`error ${session}`, { session, source, kind: 'agent_error', body })
      }
      case 'message.updated': {
        const { info } = event.properties
        this.#known(info.id).info = info
        const hasEnded = info.role === 'assistant' && (info.time.completed ?? info.error) !== undefined
        return hasEnded ? this.#tellMessage(info.id) : []
      }
      case 'message.part.updated': {
        const { part } = event.properties
        this.#known(part.messageID).parts.set(part.id, part)
        if (part.type === 'tool') return part.state.status === 'pending' ? [] : this.#tellTool(part)
        return part.type === 'text' && this.#isWhole(part) ? this.#tellMessage(part.messageID) : []
      }
      case 'server.connected':
      case 'permission.asked':
        break
    }
    return []
  }

  /** What the messages of a session, read again at the end, add to what was told. */
  reconcile(messages: readonly SessionMessage[]): NewEvent[] {
    return messages.flatMap(({ info, parts }) => {
      this.#messages.set(info.id, { info, parts: new Map(parts.map((part) => [part.id, part])) })
      const tools = parts.filter((part) => part.type === 'tool')
      return [...this.#tellMessage(info.id), ...tools.flatMap((part) => this.#tellTool(part))]
    })
  }

  #known(id: string): KnownMessage {
    let message = this.#messages.get(id)
    if (message === undefined) {
      message = { parts: new Map() }
      this.#messages.set(id, message)
    }
    return message
  }

  /** A person's text comes whole, a model's in pieces until it has an end. */
  #isWhole(part: Exclude<Part, ToolPart>): boolean {
    return part.time?.end !== undefined || this.#known(part.messageID).info?.role === 'user'
  }

  #tellMessage(id: string): NewEvent[] {
    const { info, parts } = this.#known(id)
    if (info === undefined) return []
    const body = messageBody(info, [...parts.values()])
    return this.#tell(`message ${id}`, { session: info.sessionID, source, kind: 'message', body })
  }

  #tellTool(part: ToolPart): NewEvent[] {
    const body = toolCallBody(part)
    return this.#tell(`tool ${part.id}`, { session: part.sessionID, source, kind: 'tool_call', body })
  }

  #tellStatus(session: string, body: AgentStatusBody): NewEvent[] {
    return this.#tell(`status ${session}`, { session, source, kind: 'agent_status', body })
  }

  #tell(thing: string, event: NewEvent): NewEvent[] {
    // Its hash, since what was told is not kept a second time.
    const hash = createHash('sha256').update(JSON.stringify(event)).digest('base64')
    if (this.#told.get(thing) === hash) return []
    this.#told.set(thing, hash)
    return [event]
  }
}

function statusBody(
  status: Extract<ServerEvent, { type: 'session.status' }>['properties']['status'],
): AgentStatusBody {
  if (status.type !== 'retry') return { status: status.type }
  return { status: 'retrying', attempt: status.attempt, detail: status.message }
}

/** The text of a message as its writer wrote it, without what OpenCode added. */
export function textOf(parts: readonly Part[], type: 'text' | 'reasoning' = 'text'): string {
  return parts
    .flatMap((part) => (part.type === type && !part.synthetic && !part.ignored ? [part.text] : []))
    .filter((text) => text !== '')
    .join('\n\n')
}

function messageBody(info: MessageInfo, parts: readonly Part[]): MessageBody {
  const common = {
    id: info.id,
    role: info.role,
    ...(info.agent !== undefined && { agent: info.agent }),
    text: textOf(parts),
    createdAtMs: info.time.created,
  }
  if (info.role === 'user') return common
  const reasoning = textOf(parts, 'reasoning')
  return {
    ...common,
    ...(info.parentID !== undefined && { parentId: info.parentID }),
    ...(reasoning !== '' && { reasoning }),
    ...(info.finish !== undefined && { finish: info.finish }),
    ...(info.error && { error: describeAgentError(info.error) }),
    ...(info.providerID !== undefined && { provider: info.providerID }),
    ...(info.modelID !== undefined && { model: info.modelID }),
    ...(info.time.completed !== undefined && { completedAtMs: info.time.completed }),
  }
}

/** Its id is the part's: a provider may give the same call id twice. */
function toolCallBody({ id, messageID, tool, state }: ToolPart): ToolCallBody {
  const common = { id, messageId: messageID, name: tool, status: state.status, input: state.input }
  if (state.status === 'pending') return common
  if (state.status === 'running') return { ...common, startedAtMs: state.time.start }
  const times = { startedAtMs: state.time.start, endedAtMs: state.time.end }
  if (state.status === 'error') return { ...common, error: state.error, ...times }
  const exitCode = state.metadata?.exit
  return { ...common, output: state.output, ...(typeof exitCode === 'number' && { exitCode }), ...times }
}
