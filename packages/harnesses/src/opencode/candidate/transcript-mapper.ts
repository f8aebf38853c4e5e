import { createHash } from 'node:crypto'
import type { MessageBody, NewEvent, ToolCallBody } from '@vitrial/core/recording'
import { textOf } from '../session/message-text.ts'
import { ConversationState, isFinalPart } from './conversation-state.ts'
import {
  describeAgentError,
  type MessageInfo,
  type Part,
  type ServerEvent,
  type SessionMessage,
  type ToolPart,
} from '../session/wire.ts'

type AgentStatusBody = Extract<NewEvent, { kind: 'agent_status' }>['body']

const source = 'harness'

/**
 * Turns what an OpenCode server tells into events of a recording. Of what has ended the first state stands. It tells each
 * change once: OpenCode repeats itself, and its event stream may have gaps that the final re-reading closes.
 */
export class TranscriptMapper {
  readonly #conversation = new ConversationState()
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
        const contradictions = this.#conversation.takeInfo(info)
        const hasEnded = info.role === 'assistant' && (info.time.completed ?? info.error) !== undefined
        return hasEnded ? [...this.#tellMessage(info.id), ...contradictions] : contradictions
      }
      case 'message.part.updated': {
        const { part } = event.properties
        const contradictions = this.#conversation.takePart(part)
        return [...this.#tellPart(part), ...contradictions]
      }
      case 'server.connected':
      case 'permission.asked':
        break
    }
    return []
  }

  /**
   * What the messages of a session, read again at the end, add to what was told: a message at a time, and other work
   * may go on between them.
   */
  *reconcile(messages: readonly SessionMessage[]): Generator<readonly NewEvent[]> {
    const contradictions: NewEvent[] = []
    for (const found of this.#conversation.takeAll(messages)) {
      contradictions.push(...found)
      yield []
    }
    for (const { info, parts } of this.current(messages)) {
      const tools = parts.filter((part) => part.type === 'tool')
      yield [...this.#tellMessage(info.id), ...tools.flatMap((part) => this.#tellTool(part))]
    }
    yield contradictions
  }

  /** Messages that were read again, each as it was when it ended. */
  current(messages: readonly SessionMessage[]): readonly SessionMessage[] {
    return this.#conversation.current(messages)
  }

  /** What stands of a part, where it says something new. */
  #tellPart({ id, messageID, type }: Part): NewEvent[] {
    const { info, parts } = this.#conversation.message(messageID)
    const part = parts.get(id)
    if (part?.type === 'tool') return part.state.status === 'pending' ? [] : this.#tellTool(part)
    return part?.type === 'text' && type === 'text' && isFinalPart(part, info)
      ? this.#tellMessage(messageID)
      : []
  }

  #tellMessage(id: string): NewEvent[] {
    const { info, parts } = this.#conversation.message(id)
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
