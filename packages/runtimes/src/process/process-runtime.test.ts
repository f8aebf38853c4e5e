import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runtimeContract } from '@vitrial/fixtures'
import { afterAll, beforeAll } from 'vitest'
import { createProcessRuntime } from './process-runtime.ts'

let temporaryRoot: string

beforeAll(async () => {
  temporaryRoot = await mkdtemp(join(tmpdir(), 'runtime-test-'))
})

afterAll(() => rm(temporaryRoot, { recursive: true }))

runtimeContract('process', {
  createRuntime: async () =>
    createProcessRuntime({ id: 'process', programs: { node: process.execPath }, temporaryRoot }),
  census: async (commandLine) => [...(await readdir(temporaryRoot)), ...(await processesWith(commandLine))],
})

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
