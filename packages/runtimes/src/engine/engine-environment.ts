import { existsSync } from 'node:fs'
import { BenchmarkError } from '@vitrial/core/errors'
import type { EngineKind } from './engine.ts'

export type Environment = Record<string, string | undefined>

/**
 * Lets the environment name the engine of that kind, in `DOCKER_HOST`, unless it names one already. Testcontainers reads
 * it there and keeps its client for good, so a process has one engine.
 *
 * @throws {BenchmarkError} `VITRIAL_ENGINE_MISSING` if Podman's socket is nowhere
 */
export function nameEngine(kind: EngineKind, environment: Environment, exists = existsSync): void {
  if (kind === 'docker' || (environment['DOCKER_HOST'] ?? '') !== '') return
  environment['DOCKER_HOST'] = podmanHost(environment, exists)
}

/** Where Podman listens: `CONTAINER_HOST`, the user's own socket, the machine's socket. */
function podmanHost(environment: Environment, exists: (path: string) => boolean): string {
  const named = environment['CONTAINER_HOST'] ?? ''
  if (named !== '') return named
  const folder = environment['XDG_RUNTIME_DIR'] ?? ''
  const sockets = [...(folder === '' ? [] : [`${folder}/podman/podman.sock`]), '/run/podman/podman.sock']
  const socket = sockets.find(exists)
  if (socket !== undefined) return `unix://${socket}`
  throw new BenchmarkError(
    'VITRIAL_ENGINE_MISSING',
    `Podman's socket was not found (looked at: ${sockets.join(', ')}). Start it with "systemctl --user start ` +
      'podman.socket", or let CONTAINER_HOST name it.',
  )
}
