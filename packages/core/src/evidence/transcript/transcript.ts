import type { ContradictionBody, MessageBody, RecordedEvent, ToolCallBody } from '../../recording/event.ts'

/** A message as it last stood, with its session. */
export interface TranscriptMessage extends MessageBody {
  readonly session: string
  /** Sequence numbers of the events that contradict it. */
  readonly contradictedBy?: readonly number[]
}

/** A tool call as it last stood, with its session. */
export interface TranscriptToolCall extends ToolCallBody {
  readonly session: string
  /** Sequence numbers of the events that contradict it. */
  readonly contradictedBy?: readonly number[]
}

/** The messages and tool calls of a recording, each as it last stood, in the order they first appeared. */
export interface Transcript {
  readonly messages: readonly TranscriptMessage[]
  readonly toolCalls: readonly TranscriptToolCall[]
}

/** Folds events into the conversation they describe. */
export function transcriptOf(events: readonly RecordedEvent[]): Transcript {
  const messages = new Map<string, TranscriptMessage>()
  const toolCalls = new Map<string, TranscriptToolCall>()
  const contradictedBy = new Map<string, number[]>()
  for (const event of events) {
    if (event.kind === 'contradiction') {
      const key = contradictionKey(event.body.about, event.body.id)
      contradictedBy.set(key, [...(contradictedBy.get(key) ?? []), event.seq])
    }
    if (event.kind === 'message') messages.set(event.body.id, { ...event.body, session: event.session })
    if (event.kind === 'tool_call') toolCalls.set(event.body.id, { ...event.body, session: event.session })
  }
  const marked = <T extends { readonly id: string }>(about: ContradictionBody['about'], of: T) => {
    const found = contradictedBy.get(contradictionKey(about, of.id))
    return found === undefined ? of : { ...of, contradictedBy: found }
  }
  return {
    messages: [...messages.values()].map((message) => marked('message', message)),
    toolCalls: [...toolCalls.values()].map((call) => marked('tool_call', call)),
  }
}

function contradictionKey(about: ContradictionBody['about'], id: string): string {
  return `${about} ${id}`
}

/** What a reader is told of something that was contradicted; undefined if nothing was. */
export function contradictionFact(contradictedBy: readonly number[] | undefined): string | undefined {
  if (contradictedBy === undefined) return undefined
  const events = contradictedBy.slice(0, 5).map((seq) => `event ${seq}`)
  return `contradicted afterwards by the agent's own program: ${events.join(', ')}. What stands here is what was recorded first.`
}
