import { execFileSync } from 'node:child_process'
import { hostname } from 'node:os'
import type { RunOwner, Runtime } from '@vitrial/core'
import { testImage } from '@vitrial/fixtures'
import { createDockerRuntime, type DockerRuntimeOptions } from './docker-runtime.ts'
import { labelNames, ownerText } from './labels.ts'

/** This process, as the owner of what its tests make. */
export const testOwner: RunOwner = {
  machine: hostname(),
  pid: process.pid,
  startedAtMs: Math.round(performance.timeOrigin),
}

export function testRuntime(options: Partial<DockerRuntimeOptions> = {}): Runtime {
  return createDockerRuntime({
    id: 'docker',
    image: testImage,
    owner: testOwner,
    clock: { now: () => Date.now() },
    ...options,
  })
}

/** The containers and volumes of this process's tests that are there. */
export function leftByTests(): readonly string[] {
  const filter = `label=${labelNames.owner}=${ownerText(testOwner)}`
  return [
    ...docker('ps', '--all', '--no-trunc', '--filter', filter, '--format', 'container {{.Names}}'),
    ...docker('volume', 'ls', '--filter', filter, '--format', 'volume {{.Name}}'),
  ]
}

/** The lines that the engine's own command prints. */
export function docker(...args: readonly string[]): readonly string[] {
  const lines = execFileSync('docker', args, { encoding: 'utf8', timeout: 30_000 }).split('\n')
  return lines.filter((line) => line !== '').toSorted()
}
