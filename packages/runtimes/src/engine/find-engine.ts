import { BenchmarkError } from '@vitrial/core/errors'
import { access, constants } from 'node:fs/promises'
import { getContainerRuntimeClient } from 'testcontainers'
import { systemErrorCode } from '../machine/system-error-code.ts'
import { engineAnswer } from './engine-answer.ts'
import { addressText, engineAddressOf } from './engine-address.ts'
import type { EngineApi } from './engine.ts'

/** A container engine that answers. */
export interface FoundEngine {
  readonly api: EngineApi
  /** `unix:///var/run/docker.sock`, `tcp://host:2376`. */
  readonly address: string
}

/** Where and how long an engine is looked for. */
export interface EngineSearch {
  readonly signal: AbortSignal
  readonly environment: Readonly<Record<string, string | undefined>>
}

/**
 * Finds the container engine as Testcontainers does: `DOCKER_HOST`, else the usual sockets.
 *
 * @throws {BenchmarkError} `VITRIAL_ENGINE_MISSING`, saying why none answers and what to do
 */
export async function findEngine({ signal, environment }: EngineSearch): Promise<FoundEngine> {
  try {
    const client = await engineAnswer(getContainerRuntimeClient(), signal)
    const api = client.container.dockerode
    const address = addressText(engineAddressOf(api))
    // Testcontainers goes on to the usual sockets; work must not land on another engine than the one that was named.
    const named = environment['DOCKER_HOST']
    if (named && !isSameEngine(named, address)) throw new TypeError(`only ${address} answers`)
    return { api, address }
  } catch (cause) {
    signal.throwIfAborted()
    throw new BenchmarkError('VITRIAL_ENGINE_MISSING', await whyMissing(environment), { cause })
  }
}

function isSameEngine(named: string, address: string): boolean {
  if (named.startsWith('unix://') || !URL.canParse(named)) return named === address
  return new URL(named).hostname === new URL(address).hostname
}

const dockerSocket = '/var/run/docker.sock'

async function whyMissing(environment: EngineSearch['environment']): Promise<string> {
  const named = environment['DOCKER_HOST']
  const socket = named ? socketOf(named) : dockerSocket
  const where = named ? `${named} (DOCKER_HOST)` : dockerSocket
  const state = socket === undefined ? 'absent' : await socketState(socket)
  if (state === 'refused') {
    return (
      `The container engine's socket ${where} may not be used by this user. Join its group ` +
      '("sudo usermod -aG docker $USER", then sign in again), or use a rootless engine.'
    )
  }
  if (named) return `No container engine answers at ${where}. Start it, or unset DOCKER_HOST to use another.`
  if (state === 'there')
    return `No container engine answers at ${where}. Start it: sudo systemctl start docker`
  const podmanSockets = ['/run', environment['XDG_RUNTIME_DIR'] ?? '/run'].map(
    (folder) => `${folder}/podman/podman.sock`,
  )
  const podman = await firstUsable(podmanSockets)
  if (podman !== undefined) {
    return `There is no Docker engine, but podman listens. To use it: export DOCKER_HOST=unix://${podman}`
  }
  return `There is no container engine at ${where} or the other usual places. Install Docker or podman and start it.`
}

function socketOf(address: string): string | undefined {
  return address.startsWith('unix://') ? address.slice('unix://'.length) : undefined
}

async function socketState(file: string): Promise<'there' | 'refused' | 'absent'> {
  try {
    await access(file, constants.R_OK | constants.W_OK)
    return 'there'
  } catch (error) {
    const code = systemErrorCode(error)
    return code === 'EACCES' || code === 'EPERM' ? 'refused' : 'absent'
  }
}

async function firstUsable(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if ((await socketState(file)) === 'there') return file
  return undefined
}
