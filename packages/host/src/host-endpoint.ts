import { createServer, type Server } from 'node:http'
import type { Clock } from '@vitrial/core/ports'
import { JudgeToolsEndpoint } from './judge/tools/judge-tools-endpoint.ts'

const judgeToolsPath = '/judge-tools'

/** What this machine's agents reach of the host: an HTTP server on loopback, every path behind tokens of its own. */
export class HostEndpoint implements AsyncDisposable {
  readonly judgeTools: JudgeToolsEndpoint
  readonly #server: Server

  private constructor(server: Server, clock: Pick<Clock, 'now'>) {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    this.#server = server
    this.judgeTools = new JudgeToolsEndpoint({ url: `http://127.0.0.1:${port}${judgeToolsPath}`, clock })
    server.on('request', (request, response) => {
      this.judgeTools.handle(request, response).catch(() => response.destroy())
    })
  }

  /** Opens a free port on 127.0.0.1. */
  static async listen(clock: Pick<Clock, 'now'>): Promise<HostEndpoint> {
    // A kept connection is never closed for being idle: an agent's next call would lose the race with the closing.
    const server = createServer({ keepAliveTimeout: 0 })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    return new HostEndpoint(server, clock)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }
}
