import { setTimeout as delay } from 'node:timers/promises'
import { InfrastructureError } from '@vitrial/core/errors'
import { untilAborted } from '@vitrial/core/waiting'
import { createParser } from 'eventsource-parser'
import { within } from '../connection/deadline.ts'
import { checkForeignJson, eventLimits, tooLong, TooMuchOutputError } from '../connection/foreign-json.ts'
import type { OpenCodeServer } from '../server/opencode-server.ts'
import { Pace } from '../connection/pace.ts'
import { parseServerEvent, type ServerEvent } from './wire.ts'

const connectTimeoutMs = 30_000
/** How often a feed that breaks is opened, and the first pause between. */
const attempts = 3
const pauseMs = 200

/** So much is parsed at a time: the parser looks for the end of a line anew after each carriage return. */
const pieceCharacters = 8 * 1024

/** The server's events as they come. There is no replay: what is missed is found by reading again. */
export interface EventFeed extends AsyncDisposable {
  /** Aborts with a `TooMuchOutputError` when the server gives more than is read; nothing comes after that. */
  readonly tooMuch: AbortSignal
  /** Waits until a session has come to rest, but not longer than that. */
  settled(sessionId: string, milliseconds: number): Promise<void>
}

/** @param characters the length of what the server sent of it */
export type OnServerEvent = (event: ServerEvent, characters: number) => void

/**
 * Subscribes, and resolves once the server has confirmed it.
 *
 * @param onEvent may throw a `TooMuchOutputError` too.
 * @param signal ends the wait for that, not the feed.
 * @throws {InfrastructureError} `VITRIAL_INFRA_HARNESS_START` if the server sends nothing, or a `TooMuchOutputError`
 */
export async function openEventFeed(
  server: Pick<OpenCodeServer, 'openEvents'>,
  onEvent: OnServerEvent,
  signal: AbortSignal,
): Promise<EventFeed> {
  const stop = new AbortController()
  const tooMuch = new AbortController()
  const seen = new Waiting()
  const take: OnServerEvent = (event, characters) => {
    onEvent(event, characters)
    if (event.type === 'server.connected') seen.add(event.type)
    if (event.type === 'session.status') {
      const { sessionID, status } = event.properties
      if (status.type === 'idle') seen.add(sessionID)
      else seen.delete(sessionID)
    }
  }
  const pump = async (): Promise<void> => {
    for (let attempt = 0; attempt < attempts && !stop.signal.aborted; attempt += 1) {
      try {
        return await readEvents(await server.openEvents(stop.signal), take)
      } catch (error) {
        if (error instanceof TooMuchOutputError) return tooMuch.abort(error)
        await delay(pauseMs * 2 ** attempt, undefined, { signal: stop.signal })
      }
    }
  }
  // A feed that breaks only leaves more to the reading at the end.
  const pumping = pump().catch(() => undefined)
  const close = async (): Promise<void> => {
    stop.abort()
    seen.stop()
    await within(pumping, 2000)
  }
  try {
    const confirmed = seen.wait('server.connected', connectTimeoutMs)
    const isConfirmed = await untilAborted(Promise.race([confirmed, pumping]), signal)
    tooMuch.signal.throwIfAborted()
    if (isConfirmed !== true) throw noEvents(isConfirmed === false)
  } catch (error) {
    await close()
    throw error
  }
  return {
    tooMuch: tooMuch.signal,
    async settled(sessionId, milliseconds) {
      await seen.wait(sessionId, milliseconds)
    },
    [Symbol.asyncDispose]: close,
  }
}

/**
 * Reads events to the end of their stream, each bounded before it is parsed.
 *
 * @throws {TooMuchOutputError} if one is not within its limits, or what reading throws
 */
async function readEvents({ ok, status, body }: Response, take: OnServerEvent): Promise<void> {
  if (!ok || body === null) throw new Error(`The server's events answered ${status}.`)
  const decoder = new TextDecoder()
  const pace = new Pace()
  const parser = createParser({
    maxBufferSize: eventLimits.characters,
    onEvent({ data }) {
      checkForeignJson(data, eventLimits, 'one event')
      const event = parseServerEvent(parsedJson(data))
      if (event !== undefined) take(event, data.length)
    },
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded') throw tooLong(eventLimits, 'one event')
    },
  })
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true })
    for (let at = 0; at < text.length; at += pieceCharacters) {
      await pace.work(() => parser.feed(text.slice(at, at + pieceCharacters)))
    }
  }
}

/** Undefined for what is not JSON: no event that is known. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function noEvents(hasWaited: boolean): InfrastructureError {
  const what = hasWaited
    ? `sent no events within ${connectTimeoutMs / 1000} s`
    : 'ended its events before the first'
  return new InfrastructureError(
    'VITRIAL_INFRA_HARNESS_START',
    `OpenCode's server ${what}. Try again when the machine is less busy.`,
  )
}
/** Things that have been seen, and who waits for one. */
class Waiting {
  readonly #seen = new Set<string>()
  readonly #waiters = new Map<string, () => void>()

  add(thing: string): void {
    this.#seen.add(thing)
    this.#waiters.get(thing)?.()
  }

  delete(thing: string): void {
    this.#seen.delete(thing)
  }

  /** Ends every wait. */
  stop(): void {
    for (const wake of this.#waiters.values()) wake()
  }

  async wait(thing: string, milliseconds: number): Promise<boolean> {
    if (!this.#seen.has(thing)) {
      await within(new Promise<void>((resolve) => this.#waiters.set(thing, resolve)), milliseconds)
      this.#waiters.delete(thing)
    }
    return this.#seen.has(thing)
  }
}
