import { createConnection, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import type { ByteStream, ServedPort } from '@vitrial/core/ports'
import { untilAborted } from '@vitrial/core/waiting'
import { nothingAnswers } from '../sandbox/sandbox-errors.ts'

const loopback = '127.0.0.1'

/** The sockets between the host and one sandbox. A sandbox of this runtime shares the host's ports. */
export class LoopbackTunnel implements AsyncDisposable {
  readonly #sockets = new Set<Socket>()
  readonly #servers = new Set<Server>()

  async dial(port: number, signal: AbortSignal): Promise<ByteStream> {
    signal.throwIfAborted()
    const socket = createConnection({ host: loopback, port, allowHalfOpen: true })
    this.#keep(socket)
    try {
      await untilAborted(once(socket, 'connect'), signal)
      return socket
    } catch (cause) {
      socket.destroy()
      if (signal.aborted) throw cause
      throw nothingAnswers(port, cause)
    }
  }

  async serve(onConnection: (connection: ByteStream) => void): Promise<ServedPort> {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      this.#keep(socket)
      accepted.add(socket)
      socket.once('close', () => accepted.delete(socket))
      onConnection(socket)
    })
    const accepted = new Set<Socket>()
    server.listen(0, loopback)
    await once(server, 'listening')
    this.#servers.add(server)
    const address = server.address()
    if (address === null || typeof address === 'string') throw new TypeError('A TCP server has a port.')
    return {
      port: address.port,
      [Symbol.asyncDispose]: async () => {
        this.#servers.delete(server)
        for (const socket of accepted) socket.destroy()
        await close(server)
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all([...this.#servers].map(close))
    this.#servers.clear()
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    // The iterator of a Node socket would close both sides when the other side ends.
    const iterate = (): AsyncIterator<Uint8Array> => socket.iterator({ destroyOnReturn: false })
    Object.defineProperty(socket, Symbol.asyncIterator, { value: iterate })
    // Whoever reads or writes sees the error there; without a listener it would end the host.
    socket.on('error', () => {})
  }
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  await closed
}
