import type { MessageBody, RecordedEvent, ToolCallBody } from '../recording/event.ts'

export interface TranscriptMessage extends MessageBody {
  readonly session: string
}

export interface TranscriptToolCall extends ToolCallBody {
  readonly session: string
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
  for (const event of events) {
    if (event.kind === 'message') messages.set(event.body.id, { ...event.body, session: event.session })
    if (event.kind === 'tool_call') toolCalls.set(event.body.id, { ...event.body, session: event.session })
  }
  return { messages: [...messages.values()], toolCalls: [...toolCalls.values()] }
}
