import { execFileSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { type Runtime, systemClock } from '@vitrial/core/ports'
import type { RunOwner } from '@vitrial/core/records'
import { thisOwner } from '../ownership/owner.ts'
import { imageUnderTest } from '../image/image-under-test.fixture.ts'
import { createDockerRuntime, type DockerRuntimeOptions } from './docker-runtime.ts'
import { labelNames, ownerText } from '../ownership/labels.ts'

const image = await imageUnderTest()

/** Whether sandboxes can be had; what is missing has been said. */
export const canRunDocker = image !== undefined

const owner: RunOwner = thisOwner()

export function testRuntime(options: Partial<DockerRuntimeOptions> = {}): Runtime {
  return createDockerRuntime({
    id: 'docker',
    ...(image !== undefined && { image }),
    owner,
    clock: systemClock,
    ...options,
  })
}

/** The containers and volumes of this process's tests that are there. */
export function leftByTests(): readonly string[] {
  const filter = `label=${labelNames.owner}=${ownerText(owner)}`
  return [
    ...docker('ps', '--all', '--no-trunc', '--filter', filter, '--format', 'container {{.Names}}'),
    ...docker('volume', 'ls', '--filter', filter, '--format', 'volume {{.Name}}'),
  ]
}

/** What of this process's tests is there: containers, volumes, and processes whose command line holds the text. */
export async function census(commandLine: string): Promise<readonly string[]> {
  return [...leftByTests(), ...(await processesWith(commandLine))]
}

/** The lines that the engine's own command prints. */
export function docker(...args: readonly string[]): readonly string[] {
  const lines = execFileSync('docker', args, { encoding: 'utf8', timeout: 30_000 }).split('\n')
  return lines.filter((line) => line !== '').toSorted()
}

/** A container's processes are processes of this machine. */
async function processesWith(commandLine: string): Promise<readonly string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return text.includes(commandLine) ? [`${pid} ${text.replaceAll('\0', ' ')}`] : []
    }),
  )
  return lines.flat()
}
