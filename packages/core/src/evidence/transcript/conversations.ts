import type { RecordedEvent } from '../../recording/event.ts'

/**
 * Numbers the agent sessions of a recording from 1 in the order they appear. A judge sees the number,
 * since the agent's own session id may tell what it is.
 */
export function conversationsOf(events: readonly RecordedEvent[]): ReadonlyMap<string, number> {
  const conversations = new Map<string, number>()
  for (const { session } of events) {
    if (session !== '' && !conversations.has(session)) conversations.set(session, conversations.size + 1)
  }
  return conversations
}

/** The fact that tells a later conversation, such as a sub-agent's, from the first. */
export function conversationFacts(conversation: number | undefined): readonly string[] {
  return conversation === undefined || conversation === 1 ? [] : [`conversation ${conversation}`]
}
