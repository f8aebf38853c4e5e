import { randomBytes } from 'node:crypto'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import { pipeline } from 'node:stream/promises'
import type { ByteStream, ModelEndpoint } from '@vitrial/core/ports'
import { duplexOf } from '../connection/duplex-of.ts'

/** Where OpenCode names the session in each of its model requests. */
const sessionHeader = 'x-session-id'

/** Headers that belong to one connection, or that the router sets itself. */
const hopHeaders = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'authorization'] as const

/**
 * Stands between one OpenCode server and the model gateway. The server has one key for all that it does;
 * the gateway wants to know for which judge run a call is made. OpenCode names its session in every call,
 * and the router puts in the model and the token of the run that owns the session.
 */
export class SessionRouter implements AsyncDisposable {
  /** What the server has to show. */
  readonly key = randomBytes(32).toString('base64url')
  readonly #endpoints = new Map<string, ModelEndpoint>()
  // A kept connection is never closed for being idle: the next call would lose the race with the closing.
  readonly #server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    this.#route(request, response).catch(() => response.destroy())
  })

  /** Serves a connection that came from the server. */
  accept(connection: ByteStream): void {
    this.#server.emit('connection', duplexOf(connection))
  }

  /** Lets a session use its model until disposed. */
  register(sessionId: string, endpoint: ModelEndpoint): Disposable {
    this.#endpoints.set(sessionId, endpoint)
    return { [Symbol.dispose]: () => void this.#endpoints.delete(sessionId) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#endpoints.clear()
    this.#server.closeAllConnections()
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${this.key}`) {
      return refuse(response, 401, 'This key opens no model.')
    }
    const endpoint = this.#endpoints.get(String(request.headers[sessionHeader]))
    if (!endpoint) return refuse(response, 403, 'This session has no model.')
    try {
      await forward(request, response, endpoint)
    } catch {
      // Either side has hung up, or the gateway is gone: then the server retries, and reports it in the end.
      if (response.headersSent) response.destroy()
      else refuse(response, 502, 'The model gateway does not answer.')
    }
  }
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { url, token }: ModelEndpoint,
): Promise<void> {
  const target = new URL(url + (request.url ?? '').replace(/^\/v1/, ''))
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  const outgoing = send(target, {
    method: request.method,
    // A connection for each call, so that hanging up ends this call and a kept one is never found closed.
    agent: false,
    headers: { ...endToEnd(request.headers), authorization: `Bearer ${token}` },
  })
  // Destroyed, not ended, when the server hangs up: the gateway then stops the call.
  response.once('close', () => outgoing.destroy())
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject)
  })
  const [incoming] = await Promise.all([answer, pipeline(request, outgoing)])
  response.writeHead(incoming.statusCode ?? 502, endToEnd(incoming.headers))
  response.flushHeaders()
  await pipeline(incoming, response)
}

function endToEnd(headers: Readonly<Record<string, string | string[] | undefined>>): OutgoingHttpHeaders {
  const dropped: ReadonlySet<string> = new Set(hopHeaders)
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => value !== undefined && !dropped.has(name)),
  )
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error' } }))
}
