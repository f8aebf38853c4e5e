import { request as startRequest, type IncomingMessage } from 'node:http'
import { Readable, type Duplex } from 'node:stream'
import type { ByteStream } from '@vitrial/core/ports'
import { duplexOf } from './duplex-of.ts'

/** Opens one connection to the server. */
export type Connect = (signal: AbortSignal) => Promise<ByteStream>

/**
 * A `fetch` whose requests travel over connections of our own, so that a server inside a sandbox is
 * reached without a port on this machine. It has no time limits of its own: Node's built-in `fetch`
 * gives up after five minutes without a header, and a turn of an agent may take an hour.
 */
export function connectionFetch(connect: Connect): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { signal } = request
    signal.throwIfAborted()
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
    const connection = duplexOf(await connect(signal))
    try {
      const incoming = await exchange(request, body, () => connection)
      incoming.once('close', () => connection.destroy())
      return responseOf(incoming)
    } catch (error) {
      connection.destroy()
      throw signal.aborted ? signal.reason : error
    }
  }
}

function exchange(
  request: Request,
  body: Uint8Array | undefined,
  createConnection: () => Duplex,
): Promise<IncomingMessage> {
  const url = new URL(request.url)
  return new Promise((resolve, reject) => {
    const outgoing = startRequest(
      {
        method: request.method,
        host: url.hostname,
        port: url.port,
        path: url.pathname + url.search,
        headers: { ...Object.fromEntries(request.headers), connection: 'close' },
        signal: request.signal,
        createConnection,
      },
      resolve,
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

const bodilessStatuses: ReadonlySet<number> = new Set([101, 204, 205, 304])

function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 0
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, each)
  }
  if (bodilessStatuses.has(status)) {
    incoming.resume()
    return new Response(null, { status, headers })
  }
  // Node's stream types and the global ones differ only in their declarations.
  return new Response(Readable.toWeb(incoming) as ReadableStream, { status, headers })
}
