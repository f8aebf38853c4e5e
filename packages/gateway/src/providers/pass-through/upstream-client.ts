import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'

/** Posts to providers. Unlike `fetch` it follows no redirect with a key and gives a slow model all the time it needs. */
export interface UpstreamClient extends Disposable {
  /** Resolves with the response's head. Rejects if there is none. */
  post(url: URL, request: UpstreamPost): Promise<IncomingMessage>
}

interface UpstreamPost {
  readonly headers: OutgoingHttpHeaders
  readonly body: string
  readonly signal: AbortSignal
}

/** Responses of class 1xx before the one that counts. */
const mostInformations = 100

const switchedProtocols = 'it answered with 101 Switching Protocols, which nobody asked for'

export function createUpstreamClient(): UpstreamClient {
  const plain = new http.Agent({ keepAlive: true })
  const secure = new https.Agent({ keepAlive: true })

  const post = (url: URL, { headers, body, signal }: UpstreamPost): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const options = { method: 'POST', headers, signal }
      const request =
        url.protocol === 'https:'
          ? https.request(url, { ...options, agent: secure })
          : http.request(url, { ...options, agent: plain })
      // Nothing but a response is waited for: a connection that became another protocol's never gives one.
      const giveUp = (said: string): void => {
        reject(new Error(said))
        request.destroy()
      }
      request.once('response', (response) => {
        if (response.statusCode === 101) giveUp(switchedProtocols)
        else resolve(response)
      })
      request.once('upgrade', (_response, socket) => {
        socket.destroy()
        giveUp(switchedProtocols)
      })
      let informations = 0
      request.on('information', () => {
        informations += 1
        if (informations > mostInformations) giveUp('it announced a response again and again')
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The provider closed a kept connection just as it was used again: nothing was read.
        const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted
        if (isStale) resolve(post(url, { headers, body, signal }))
        else reject(error)
      })
      request.end(body)
    })

  return {
    post,
    [Symbol.dispose]() {
      plain.destroy()
      secure.destroy()
    },
  }
}
