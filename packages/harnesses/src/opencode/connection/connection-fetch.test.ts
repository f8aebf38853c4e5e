import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createConnection } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ByteStream } from '@vitrial/core/ports'
import { afterEach, describe, expect, test } from 'vitest'
import { connectionFetch } from './connection-fetch.ts'

let server: Server

async function serve(listener: RequestListener): Promise<number> {
  server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A pipe that is a `ByteStream` and no more, as another runtime may give it. */
class PlainPipe implements ByteStream {
  readonly #socket: Duplex
  constructor(socket: Duplex) {
    this.#socket = socket
  }
  write(chunk: Uint8Array): boolean {
    return this.#socket.write(chunk)
  }
  end(): unknown {
    return this.#socket.end()
  }
  destroy(error?: Error): unknown {
    return this.#socket.destroy(error)
  }
  once(event: 'close' | 'drain', listener: () => void): unknown {
    return this.#socket.once(event, listener)
  }
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#socket[Symbol.asyncIterator]()
  }
}

describe.each([
  ['a socket', (socket: Duplex): ByteStream => socket],
  ['a plain pipe', (socket: Duplex): ByteStream => new PlainPipe(socket)],
])('over %s', (_name, pipe) => {
  const fetchFrom = (port: number): typeof fetch =>
    connectionFetch(async () => pipe(createConnection({ host: '127.0.0.1', port, allowHalfOpen: true })))

  test('sends a body larger than any buffer and reads one back', async () => {
    const port = await serve((request, response) => void request.pipe(response))
    const body = 'x'.repeat(5_000_000)
    const response = await fetchFrom(port)('http://inside/echo', { method: 'POST', body })
    expect(response.status).toBe(200)
    expect((await response.text()).length).toBe(body.length)
  })

  test('gives a streamed response piece by piece', async () => {
    const responses: ServerResponse[] = []
    const port = await serve((_request, response) => {
      response.write('one')
      responses.push(response)
    })
    const reader = (await fetchFrom(port)('http://inside/stream')).body?.getReader()
    const decoder = new TextDecoder()
    expect(decoder.decode((await reader?.read())?.value)).toBe('one')
    responses[0]?.end('two')
    expect(decoder.decode((await reader?.read())?.value)).toBe('two')
    expect((await reader?.read())?.done).toBe(true)
  })

  test('takes a response without a body', async () => {
    const port = await serve((_request, response) => void response.writeHead(204).end())
    const response = await fetchFrom(port)('http://inside/', { method: 'POST' })
    expect([response.status, response.body]).toEqual([204, null])
  })

  test('hangs up when it is aborted, before or within a response', async () => {
    const gone: Promise<unknown>[] = []
    const port = await serve((request, response) => {
      gone.push(once(response, 'close'))
      if (request.url === '/within') response.write('one')
    })
    const abort = new AbortController()
    const within = await fetchFrom(port)('http://inside/within', { signal: abort.signal })
    const before = fetchFrom(port)('http://inside/before', { signal: abort.signal })
    before.catch(() => undefined)
    await expect.poll(() => gone.length).toBe(2)
    abort.abort(new Error('enough'))
    await expect(before).rejects.toThrow('enough')
    await expect(within.text()).rejects.toThrow()
    await Promise.all(gone)
  })

  test('fails when the server dies before it has answered', async () => {
    const port = await serve((request) => request.socket.destroy())
    await expect(fetchFrom(port)('http://inside/')).rejects.toThrow()
  })
})
