import { createServer, type RequestListener, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ByteStream } from '@vitrial/core/ports'
import { connectionOf } from './connection.ts'

/**
 * Never: an agent may be quiet for as long as its tools work, and would lose the race between its next call on a kept
 * connection and the closing of that.
 */
const keepAliveTimeout = 0

/** An HTTP server for connections that came out of a sandbox, and for agents on this machine once it listens. */
export class LoopbackServer implements AsyncDisposable {
  readonly #server: Server
  readonly #connections = new Set<Duplex>()
  #listening: Promise<string> | undefined
  #closing: Promise<void> | undefined

  constructor(onRequest: RequestListener) {
    this.#server = createServer({ keepAliveTimeout }, onRequest)
    this.#server.on('connection', (connection: Duplex) => {
      if (this.#closing) connection.destroy()
      this.#connections.add(connection)
      connection.once('close', () => this.#connections.delete(connection))
    })
  }

  /** Opens a port on 127.0.0.1 and resolves with its origin. Idempotent. */
  listen(): Promise<string> {
    return (this.#listening ??= new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(0, '127.0.0.1', () => {
        const address = this.#server.address()
        const port = typeof address === 'object' && address ? address.port : 0
        resolve(`http://127.0.0.1:${port}`)
      })
    }))
  }

  /** Serves a connection that came by another way than the port. */
  accept(connection: ByteStream): void {
    this.#server.emit('connection', connectionOf(connection))
  }

  /** Closes the port and every connection. */
  [Symbol.asyncDispose](): Promise<void> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    await this.#listening?.catch(() => undefined)
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const connection of this.#connections) connection.destroy()
    await closed
  }
}
