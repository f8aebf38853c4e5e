import { readdir, readFile } from 'node:fs/promises'
import { runtimeContract } from '@vitrial/fixtures'
import { describe } from 'vitest'
import { canRunDocker, leftByTests, testRuntime } from './docker-test.fixture.ts'

describe.runIf(canRunDocker)('docker', () => {
  runtimeContract('docker', {
    createRuntime: async () => testRuntime(),
    census: async (commandLine) => [...leftByTests(), ...(await processesWith(commandLine))],
  })
})

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
