import { InfrastructureError } from '@vitrial/core'
import type { OpencodeClient } from '@opencode-ai/sdk/v2/client'
import { within } from './deadline.ts'
import { parseServerEvent, type ServerEvent } from './wire.ts'

const connectTimeoutMs = 30_000

/** The server's events as they come. There is no replay: what is missed is found by reading again. */
export interface EventFeed extends AsyncDisposable {
  /** Waits until a session is idle, but not longer than that. */
  idle(sessionId: string, milliseconds: number): Promise<void>
}

/** Subscribes, and resolves once the server has confirmed it. */
export async function openEventFeed(
  client: OpencodeClient,
  onEvent: (event: ServerEvent) => void,
): Promise<EventFeed> {
  const stop = new AbortController()
  const idle = new Set<string>()
  const waiting = new Map<string, () => void>()
  let confirm = (): void => {}
  const confirmed = new Promise<true>((resolve) => (confirm = () => resolve(true)))

  const take = (event: ServerEvent): void => {
    if (event.type === 'server.connected') confirm()
    if (event.type === 'session.status') {
      const { sessionID, status } = event.properties
      if (status.type === 'idle') idle.add(sessionID)
      else idle.delete(sessionID)
      if (status.type === 'idle') waiting.get(sessionID)?.()
    }
    onEvent(event)
  }

  const { stream } = await client.event.subscribe(undefined, {
    signal: stop.signal,
    sseDefaultRetryDelay: 200,
    sseMaxRetryAttempts: 3,
  })
  const pump = (async () => {
    for await (const value of stream) {
      const event = parseServerEvent(value)
      if (event) take(event)
    }
  })().catch(() => {})
  const close = async (): Promise<void> => {
    stop.abort()
    await within(pump, 2000)
  }

  if (!(await within(confirmed, connectTimeoutMs))) {
    await close()
    throw new InfrastructureError(
      'VITRIAL_INFRA_HARNESS_START',
      `OpenCode's server sent no events within ${connectTimeoutMs / 1000} s. Try again; if it stays, restart the machine's load.`,
    )
  }
  return {
    async idle(sessionId, milliseconds) {
      if (idle.has(sessionId)) return
      await within(new Promise<void>((resolve) => waiting.set(sessionId, resolve)), milliseconds)
      waiting.delete(sessionId)
    },
    [Symbol.asyncDispose]: close,
  }
}
