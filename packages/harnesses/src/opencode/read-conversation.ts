import type { OpencodeClient } from '@opencode-ai/sdk/v2/client'
import { parseMessages, parseSessions, type SessionMessage } from './wire.ts'

const readTimeoutMs = 30_000

/** A session's messages, oldest first. */
export interface SessionTranscript {
  readonly sessionId: string
  readonly messages: readonly SessionMessage[]
  /** As OpenCode gave them. */
  readonly native: unknown
}

/** Reads a session and all that descend from it, the session itself first. */
export async function readConversation(
  client: OpencodeClient,
  sessionId: string,
  directory?: string,
): Promise<readonly [SessionTranscript, ...SessionTranscript[]]> {
  const at = directory === undefined ? {} : { directory }
  const options = (): { signal: AbortSignal; throwOnError: true } => ({
    signal: AbortSignal.timeout(readTimeoutMs),
    throwOnError: true,
  })
  const read = async (id: string): Promise<SessionTranscript> => {
    const { data } = await client.session.messages({ sessionID: id, ...at }, options())
    return { sessionId: id, messages: parseMessages(data), native: data }
  }
  const descendants = async (id: string): Promise<SessionTranscript[]> => {
    const { data } = await client.session.children({ sessionID: id, ...at }, options())
    const found: SessionTranscript[] = []
    for (const child of parseSessions(data))
      found.push(await read(child.id), ...(await descendants(child.id)))
    return found
  }
  return [await read(sessionId), ...(await descendants(sessionId))]
}
