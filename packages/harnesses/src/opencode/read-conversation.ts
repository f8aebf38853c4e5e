import { withoutDeepNesting } from '@vitrial/core'
import type { OpencodeClient } from '@opencode-ai/sdk/v2/client'
import { parseMessages, parseSessions, type SessionMessage } from './wire.ts'

/** A session's messages, oldest first. */
export interface SessionTranscript {
  readonly sessionId: string
  readonly messages: readonly SessionMessage[]
  /** As OpenCode gave them, cut where they are nested too deep. */
  readonly native: unknown
}

export interface ConversationRead {
  readonly sessionId: string
  /** The server's own if absent. */
  readonly directory?: string
  readonly timeoutMs: number
}

/** Reads a session and all that descend from it, the session itself first. */
export async function readConversation(
  client: OpencodeClient,
  { sessionId, directory, timeoutMs }: ConversationRead,
): Promise<readonly [SessionTranscript, ...SessionTranscript[]]> {
  const at = directory === undefined ? {} : { directory }
  const signal = AbortSignal.timeout(timeoutMs)
  const options = { signal, throwOnError: true } as const
  const read = async (id: string): Promise<SessionTranscript> => {
    const { data } = await client.session.messages({ sessionID: id, ...at }, options)
    return { sessionId: id, messages: parseMessages(data), native: withoutDeepNesting(data) }
  }
  const descendants = async (id: string): Promise<SessionTranscript[]> => {
    const { data } = await client.session.children({ sessionID: id, ...at }, options)
    const found: SessionTranscript[] = []
    for (const child of parseSessions(data))
      found.push(await read(child.id), ...(await descendants(child.id)))
    return found
  }
  return [await read(sessionId), ...(await descendants(sessionId))]
}
