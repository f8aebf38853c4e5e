import type { RecordedEvent } from '../../recording/event.ts'
import { transcriptOf, type TranscriptMessage, type TranscriptToolCall } from './transcript.ts'

/** A message or a tool call, as it last stood. */
export type Turn = {
  /** When it first appeared, in milliseconds since the run started. */
  readonly atMs: number
} & (
  | { readonly kind: 'message'; readonly message: TranscriptMessage }
  | { readonly kind: 'tool'; readonly call: TranscriptToolCall }
)

/**
 * Puts the messages and tool calls of a recording in one row, in the order they first appeared. A message stands
 * before the tool calls that belong to it: an agent records its text when it is complete, after them.
 */
export function turnsOf(events: readonly RecordedEvent[]): readonly Turn[] {
  const { messages, toolCalls } = transcriptOf(events)
  const messageById = new Map(messages.map((message) => [message.id, message]))
  const callById = new Map(toolCalls.map((call) => [call.id, call]))
  const turns: Turn[] = []
  const addMessage = (id: string, atMs: number): void => {
    const message = messageById.get(id)
    if (message) turns.push({ kind: 'message', message, atMs })
    messageById.delete(id)
  }
  for (const event of events) {
    if (event.kind === 'message') {
      addMessage(event.body.id, event.atMs)
    } else if (event.kind === 'tool_call') {
      addMessage(event.body.messageId, event.atMs)
      const call = callById.get(event.body.id)
      if (call) turns.push({ kind: 'tool', call, atMs: event.atMs })
      callById.delete(event.body.id)
    }
  }
  return turns
}
