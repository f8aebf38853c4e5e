import { setImmediate as othersWork } from 'node:timers/promises'
import { isNestedTooDeep, withoutDeepNesting } from '@vitrial/core/text'
import type { OpencodeClient } from '@opencode-ai/sdk/v2/client'
import { z } from 'zod'
import { TooMuchOutputError } from '../connection/foreign-json.ts'
import { parseMessages, parseSessions, type SessionMessage } from './wire.ts'

/** Messages in one answer. Fewer are asked for where these are too many to be read at once. */
const pageMessages = 20
const mebi = 1024 * 1024
/** Of all sessions of a conversation. */
const limits = { characters: 64 * mebi, sessions: 1000, answers: 20_000 }

/** A session's messages, oldest first. */
export interface SessionTranscript {
  readonly sessionId: string
  readonly messages: readonly SessionMessage[]
  /** JSON arrays of them, as OpenCode gave them, cut where they are nested too deep. */
  readonly native: readonly string[]
}

export interface ConversationRead {
  readonly sessionId: string
  /** The server's own if absent. */
  readonly directory?: string
}

/**
 * Reads a session and all that descend from it, the session itself first, in answers that are small enough to be parsed
 * at once.
 *
 * @throws {TooMuchOutputError} if all together is too much
 */
export async function readConversation(
  client: OpencodeClient,
  { sessionId, directory }: ConversationRead,
  signal: AbortSignal,
): Promise<readonly [SessionTranscript, ...SessionTranscript[]]> {
  const reader = new ConversationReader(client, directory, signal)
  const first = await reader.read(sessionId)
  const all: [SessionTranscript, ...SessionTranscript[]] = [first]
  // Depth first. A server may name a session as its own descendant.
  const waiting = await reader.children(sessionId)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (all.length + waiting.length >= limits.sessions)
      throw new TooMuchOutputError(`more than ${limits.sessions} sessions`)
    if (all.some((known) => known.sessionId === id)) continue
    all.push(await reader.read(id))
    waiting.push(...(await reader.children(id)))
  }
  return all
}

/** Reads one session alone. */
export async function readSession(
  client: OpencodeClient,
  { sessionId, directory }: ConversationRead,
  signal: AbortSignal,
): Promise<SessionTranscript> {
  return await new ConversationReader(client, directory, signal).read(sessionId)
}

class ConversationReader {
  readonly #client: OpencodeClient
  readonly #at: { readonly directory?: string }
  readonly #signal: AbortSignal
  #answers = 0
  #characters = 0

  constructor(client: OpencodeClient, directory: string | undefined, signal: AbortSignal) {
    this.#client = client
    this.#at = directory === undefined ? {} : { directory }
    this.#signal = signal
  }

  async read(sessionID: string): Promise<SessionTranscript> {
    const pages: { readonly native: string; readonly messages: readonly SessionMessage[] }[] = []
    let limit = pageMessages
    for (let before: string | undefined; ;) {
      const page = await this.#page(sessionID, { limit, ...(before !== undefined && { before }) })
      if (page === undefined) {
        limit = Math.max(1, Math.floor(limit / 4))
        continue
      }
      pages.push(page)
      if (page.next === undefined) break
      before = page.next
    }
    // They come from the newest on.
    const inOrder = pages.toReversed()
    return {
      sessionId: sessionID,
      messages: inOrder.flatMap(({ messages }) => messages),
      native: inOrder.map(({ native }) => native),
    }
  }

  /** Children of a session, the first last. */
  async children(sessionID: string): Promise<string[]> {
    const { data } = await this.#client.session.children({ sessionID, ...this.#at }, this.#options())
    return parseSessions(data)
      .map(({ id }) => id)
      .toReversed()
  }

  /** Undefined if so many messages are too much at once, and fewer can be asked for. */
  async #page(
    sessionID: string,
    part: { readonly limit: number; readonly before?: string },
  ): Promise<{ native: string; messages: readonly SessionMessage[]; next: string | undefined } | undefined> {
    const asked = { sessionID, ...this.#at, ...part }
    try {
      const { data, response } = await this.#client.session.messages(asked, {
        ...this.#options(),
        parseAs: 'text',
      })
      // As asked for; the client declares what it would have parsed.
      const text = z.string().parse(data)
      this.#characters += text.length
      if (this.#characters > limits.characters)
        throw new TooMuchOutputError(`more than ${limits.characters / mebi} MiB of messages in all`)
      await othersWork()
      const value: unknown = JSON.parse(text)
      await othersWork()
      const isDeep = isNestedTooDeep(Buffer.from(text))
      await othersWork()
      const native = isDeep ? JSON.stringify(withoutDeepNesting(value)) : text
      return {
        native,
        messages: parseMessages(value),
        next: response.headers.get('x-next-cursor') ?? undefined,
      }
    } catch (error) {
      if (error instanceof TooMuchOutputError && part.limit > 1 && this.#characters <= limits.characters)
        return undefined
      throw error
    }
  }

  #options(): { readonly signal: AbortSignal; readonly throwOnError: true } {
    this.#answers += 1
    if (this.#answers > limits.answers) throw new TooMuchOutputError(`more than ${limits.answers} answers`)
    return { signal: this.#signal, throwOnError: true }
  }
}

/** The messages as OpenCode gave them, as one JSON text. They are not taken apart for it: that would take its time. */
export function nativeJson(transcript: readonly SessionTranscript[]): string {
  const sessions = transcript.map(({ sessionId, native }) => {
    const messages = native.map((page) => page.trim().slice(1, -1).trim()).filter((page) => page !== '')
    return `{"sessionId":${JSON.stringify(sessionId)},"messages":[\n${messages.join(',\n')}\n]}`
  })
  return `{"sessions":[\n${sessions.join(',\n')}\n]}\n`
}
