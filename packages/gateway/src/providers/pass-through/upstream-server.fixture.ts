import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export interface UpstreamRequest {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A provider on the loopback interface that does as a test says. */
export interface UpstreamServer extends AsyncDisposable {
  readonly baseURL: string
  readonly requests: readonly UpstreamRequest[]
}

export async function startUpstream(
  answer: (request: UpstreamRequest, response: ServerResponse) => unknown,
): Promise<UpstreamServer> {
  const requests: UpstreamRequest[] = []
  const take = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = { url: incoming.url ?? '', headers: incoming.headers, body: await text(incoming) }
    requests.push(request)
    await answer(request, response)
  }
  const server = createServer((incoming, response) => void take(incoming, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    baseURL: `http://127.0.0.1:${port}/api/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Server-sent events of these chunks, with the end mark. */
export function events(...chunks: readonly object[]): string {
  return [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((one) => `data: ${one}\n\n`).join('')
}
