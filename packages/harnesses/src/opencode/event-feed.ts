import { InfrastructureError, untilAborted } from '@vitrial/core'
import type { OpencodeClient } from '@opencode-ai/sdk/v2/client'
import { within } from './deadline.ts'
import { parseServerEvent, type ServerEvent } from './wire.ts'

const connectTimeoutMs = 30_000

/** The server's events as they come. There is no replay: what is missed is found by reading again. */
export interface EventFeed extends AsyncDisposable {
  /** Waits until a session has come to rest, but not longer than that. */
  settled(sessionId: string, milliseconds: number): Promise<void>
}

/**
 * Subscribes, and resolves once the server has confirmed it.
 *
 * @param signal ends the wait for that, not the feed.
 * @throws {InfrastructureError} `VITRIAL_INFRA_HARNESS_START` if the server sends nothing.
 */
export async function openEventFeed(
  client: OpencodeClient,
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<EventFeed> {
  const stop = new AbortController()
  const seen = new Waiting()
  const { stream } = await client.event.subscribe(undefined, {
    signal: stop.signal,
    sseDefaultRetryDelay: 200,
    sseMaxRetryAttempts: 3,
  })
  const pump = async (): Promise<void> => {
    for await (const value of stream) {
      const event = parseServerEvent(value)
      if (event === undefined) continue
      onEvent(event)
      if (event.type === 'server.connected') seen.add(event.type)
      if (event.type === 'session.status') {
        const { sessionID, status } = event.properties
        if (status.type === 'idle') seen.add(sessionID)
        else seen.delete(sessionID)
      }
    }
  }
  // A feed that breaks only leaves more to the reading at the end.
  const pumping = pump().catch(() => undefined)
  const close = async (): Promise<void> => {
    stop.abort()
    await within(pumping, 2000)
  }
  try {
    const confirmed = seen.wait('server.connected', connectTimeoutMs)
    const isConfirmed = await untilAborted(Promise.race([confirmed, pumping]), signal)
    if (isConfirmed !== true) throw noEvents()
  } catch (error) {
    await close()
    throw error
  }
  return {
    async settled(sessionId, milliseconds) {
      await seen.wait(sessionId, milliseconds)
    },
    [Symbol.asyncDispose]: close,
  }
}

function noEvents(): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_HARNESS_START',
    `OpenCode's server sent no events within ${connectTimeoutMs / 1000} s. Try again when the machine is less busy.`,
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

  async wait(thing: string, milliseconds: number): Promise<boolean> {
    if (!this.#seen.has(thing)) {
      await within(new Promise<void>((resolve) => this.#waiters.set(thing, resolve)), milliseconds)
      this.#waiters.delete(thing)
    }
    return this.#seen.has(thing)
  }
}
