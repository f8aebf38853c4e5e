import type { NewEvent } from '@vitrial/core/recording'
import { ellipsize } from '@vitrial/core/text'
import { describeAgentError, type MessageInfo, type Part, type SessionMessage } from '../session/wire.ts'

type Contradiction = Extract<NewEvent, { kind: 'contradiction' }>

/** A message with its parts, each as it stands. */
export interface MessageState {
  readonly info?: MessageInfo
  readonly parts: ReadonlyMap<string, Part>
}

/** Longer claims are cut: the native transcript has them whole. */
const longestDetail = 2000

/** More are not told: whoever contradicts himself so often is not believed any more. */
const mostContradictions = 100

/**
 * What an OpenCode server says of messages and their parts, of which the first final state stands: the server is the
 * candidate's to change, and what it says of something that has ended cannot become true later.
 */
export class ConversationState {
  readonly #messages = new Map<string, { info?: MessageInfo; readonly parts: Map<string, Part> }>()
  readonly #told = new Set<string>()

  /** The message of that id, as it stands. */
  message(id: string): MessageState {
    return this.#message(id)
  }

  /** Messages as they were read, each as it stands. */
  current(read: readonly SessionMessage[]): readonly SessionMessage[] {
    return read.map(({ info }) => {
      const known = this.#message(info.id)
      return { info: known.info ?? info, parts: [...known.parts.values()] }
    })
  }

  /** Takes what is said of a message itself; returns what of it contradicts what was final. */
  takeInfo(info: MessageInfo): Contradiction[] {
    const message = this.#message(info.id)
    if (message.info === undefined || !isFinalInfo(message.info)) {
      message.info = info
      return []
    }
    const detail = differenceOf(saidOfInfo(message.info), saidOfInfo(info))
    return detail === undefined
      ? []
      : this.#tell(info.sessionID, { about: 'message', id: info.id, claim: 'changed', detail })
  }

  /** Takes what is said of a part; returns what of it contradicts what was final. */
  takePart(part: Part, messageId = part.messageID): Contradiction[] {
    const message = this.#message(messageId)
    const known = message.parts.get(part.id)
    if (known !== undefined && isFinalPart(known, message.info)) {
      const detail = differenceOf(saidOfPart(known), saidOfPart(part))
      return detail === undefined
        ? []
        : this.#tell(part.sessionID, { ...subjectOf(part), claim: 'changed', detail })
    }
    const isLate = known === undefined && hasEnded(message) && saysSomething(part)
    message.parts.set(part.id, part)
    return isLate
      ? this.#tell(part.sessionID, { ...subjectOf(part), claim: 'added', detail: detailOf(saidOfPart(part)) })
      : []
  }

  /**
   * Takes all messages of a session, as they were read: gives what in each contradicts what was final, and at last what
   * was final and is not among them.
   */
  *takeAll(read: readonly SessionMessage[]): Generator<readonly Contradiction[]> {
    for (const { info, parts } of read) {
      // Before the message has ended: what is read of it belongs to it.
      yield [...parts.flatMap((part) => this.takePart(part, info.id)), ...this.takeInfo(info)]
    }
    const session = read[0]?.info.sessionID
    const listed = new Set(read.flatMap(({ parts }) => parts.map(({ id }) => id)))
    const known = [...this.#messages.values()].filter(
      ({ info }) => info !== undefined && info.sessionID === session,
    )
    const removed = known.flatMap(({ info, parts }) =>
      [...parts.values()].filter(
        (part) => !listed.has(part.id) && isFinalPart(part, info) && saysSomething(part),
      ),
    )
    yield removed.flatMap((part) =>
      this.#tell(part.sessionID, {
        ...subjectOf(part),
        claim: 'removed',
        detail: detailOf(saidOfPart(part)),
      }),
    )
  }

  #message(id: string): { info?: MessageInfo; readonly parts: Map<string, Part> } {
    const known = this.#messages.get(id) ?? { parts: new Map<string, Part>() }
    this.#messages.set(id, known)
    return known
  }

  #tell(session: string, body: Contradiction['body']): Contradiction[] {
    const told = JSON.stringify(body)
    if (this.#told.has(told) || this.#told.size >= mostContradictions) return []
    this.#told.add(told)
    return [{ session, source: 'harness', kind: 'contradiction', body }]
  }
}

function isFinalInfo(info: MessageInfo): boolean {
  return info.role === 'assistant' && info.time.completed !== undefined
}

/** A person's text comes whole, a model's in pieces until it has an end. */
export function isFinalPart(part: Part, info: MessageInfo | undefined): boolean {
  if (part.type === 'tool') return part.state.status === 'completed' || part.state.status === 'error'
  return part.time?.end !== undefined || info?.role === 'user'
}

/** Whether nothing is added any more: to a model's message that is complete, to a person's that has its text. */
function hasEnded({ info, parts }: MessageState): boolean {
  if (info === undefined) return false
  return info.role === 'user' ? [...parts.values()].some(saysSomething) : isFinalInfo(info)
}

/** OpenCode adds texts of its own, which are no part of what was said. */
function saysSomething(part: Part): boolean {
  return part.type === 'tool' || (part.text !== '' && !part.synthetic && !part.ignored)
}

function subjectOf(part: Part): { readonly about: 'message' | 'tool_call'; readonly id: string } {
  return part.type === 'tool' ? { about: 'tool_call', id: part.id } : { about: 'message', id: part.messageID }
}

type Said = Readonly<Record<string, unknown>>

function saidOfInfo(info: MessageInfo): Said {
  if (info.role === 'user') return { role: info.role }
  const { role, finish, error, providerID, modelID } = info
  return { role, finish, error: error && describeAgentError(error), providerID, modelID }
}

function saidOfPart(part: Part): Said {
  if (part.type !== 'tool') return { [part.type]: saysSomething(part) ? part.text : '' }
  const { tool, state } = part
  const exit = state.status === 'completed' ? (state.metadata?.exit ?? undefined) : undefined
  return {
    tool,
    status: state.status,
    input: state.input,
    exit,
    output: state.status === 'completed' ? state.output : undefined,
    error: state.status === 'error' ? state.error : undefined,
  }
}

/** What is said otherwise now; undefined if it is the same. */
function differenceOf(first: Said, later: Said): string | undefined {
  const names = [...new Set([...Object.keys(first), ...Object.keys(later)])]
  const differing = names.filter((name) => JSON.stringify(first[name]) !== JSON.stringify(later[name]))
  if (differing.length === 0) return undefined
  return detailOf(Object.fromEntries(differing.map((name) => [name, later[name] ?? null])))
}

function detailOf(said: Said): string {
  return ellipsize(JSON.stringify(said), longestDetail)
}
