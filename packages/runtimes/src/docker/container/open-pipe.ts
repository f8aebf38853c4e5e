import { Duplex } from 'node:stream'
import type { EngineApi } from '../../engine/engine.ts'

const query = { stream: true, stdin: true, stdout: true, stderr: true }
const statusCodes = { 101: true, 404: 'no such container', 409: 'container not ready', 500: 'server error' }

/**
 * Opens one connection to a container's stdin, stdout and stderr, whether it runs yet or not. The request's body is
 * empty, which the client's own way of attaching does not do: Podman takes whatever comes there for the program's input.
 */
export function openPipe(docker: EngineApi, id: string): Promise<Duplex> {
  const path = `/containers/${id}/attach?`
  const body = Buffer.alloc(0)
  return new Promise((resolve, reject) => {
    docker.modem.dial(
      {
        path,
        method: 'POST',
        options: query,
        file: body,
        isStream: true,
        hijack: true,
        openStdin: true,
        statusCodes,
      },
      (error, pipe) => {
        if (error) reject(error)
        else if (pipe instanceof Duplex) resolve(pipe)
        else reject(new TypeError('A hijacked connection is a socket.'))
      },
    )
  })
}
