import { existsSync } from 'node:fs'
import { InfrastructureError } from '@vitrial/core'
import type Dockerode from 'dockerode'
import { getContainerRuntimeClient } from 'testcontainers'
import { engineCall } from './engine-call.ts'

/** Which container engine. Podman is spoken to through its Docker-compatible socket. */
export type EngineKind = 'docker' | 'podman'

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Connects to this machine's engine, as Testcontainers finds it: `DOCKER_HOST`, the current Docker context, the usual
 * sockets. Testcontainers keeps its client for good and reads where it goes from the environment, so a process has one
 * engine.
 *
 * @throws {InfrastructureError} `VITRIAL_ENGINE_UNREACHABLE`
 */
export async function connectEngine(kind: EngineKind, signal: AbortSignal): Promise<Dockerode> {
  if (kind === 'podman') process.env['DOCKER_HOST'] = podmanHost(process.env, existsSync)
  try {
    const client = await engineCall('to say what it is', { signal }, () => getContainerRuntimeClient())
    return client.container.dockerode
  } catch (cause) {
    signal.throwIfAborted()
    throw new InfrastructureError(
      'VITRIAL_ENGINE_UNREACHABLE',
      `No container engine (${kind}) answers on this machine. Start it and try "docker info", or let the candidates ` +
        'run without isolation: VITRIAL_RUNTIME=process.',
      { cause },
    )
  }
}

/**
 * Where Podman listens: `CONTAINER_HOST`, the user's own socket, the machine's socket.
 *
 * @throws {InfrastructureError} `VITRIAL_ENGINE_UNREACHABLE`
 */
export function podmanHost(environment: Environment, exists: (path: string) => boolean): string {
  const named = environment['CONTAINER_HOST'] ?? ''
  if (named !== '') return named
  const folder = environment['XDG_RUNTIME_DIR'] ?? ''
  const sockets = [...(folder === '' ? [] : [`${folder}/podman/podman.sock`]), '/run/podman/podman.sock']
  const socket = sockets.find(exists)
  if (socket !== undefined) return `unix://${socket}`
  throw new InfrastructureError(
    'VITRIAL_ENGINE_UNREACHABLE',
    `Podman's socket was not found (looked at: ${sockets.join(', ')}). Start it with "systemctl --user start ` +
      'podman.socket", or let CONTAINER_HOST name it.',
  )
}
