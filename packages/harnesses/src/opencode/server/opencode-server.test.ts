import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { InfrastructureError } from '@vitrial/core/errors'
import type { ExitStatus } from '@vitrial/core/ports'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startOpenCodeServer, type ServerStart } from './opencode-server.ts'
import type { ServerSandbox } from './server-sandbox.ts'

const never = new AbortController().signal
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vitrial-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Programs of this machine, as they are. */
const exits: Promise<ExitStatus>[] = []
const sandbox: ServerSandbox = {
  async exec({ argv: [binary, ...rest], cwd, env }) {
    const child = spawn(binary, rest, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const exit = once(child, 'exit').then(([code, signal]): ExitStatus => ({ code, signal }))
    exits.push(exit)
    await once(child, 'spawn')
    const kill = async (): Promise<void> => {
      child.kill('SIGKILL')
      await exit
    }
    return { stdout: child.stdout, stderr: child.stderr, exit, kill }
  },
  async dial(port) {
    return createConnection({ host: '127.0.0.1', port })
  },
}

/** A program in OpenCode's place. */
async function program(code: string): Promise<ServerStart> {
  const binary = path.join(folder, 'opencode.cjs')
  await writeFile(binary, `#!${process.execPath}\n${code}`)
  await chmod(binary, 0o755)
  return { sandbox, binary, directory: folder, environment: {}, config: {}, secrets: ['s3cret-word'] }
}

const listening = `
  const server = require('node:http').createServer((request, response) => {
    console.error('asked with s3cret-word')
    const [, password] = atob(request.headers.authorization.split(' ')[1]).split(':')
    const isAllowed = password === process.env.OPENCODE_SERVER_PASSWORD
    response.writeHead(isAllowed ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ healthy: request.url }))
  })
  server.listen(0, '127.0.0.1', () => console.log('opencode server listening on http://127.0.0.1:' + server.address().port))
`

test('reaches the server on the port it says, with its password', async () => {
  await using server = await startOpenCodeServer(await program(listening), never)
  const { data, response } = await server.client.global.health()
  expect([response?.status, data]).toEqual([
    200,
    { healthy: `/global/health?directory=${encodeURIComponent(folder)}` },
  ])
  expect(server.hasExited).toBe(false)
  await expect.poll(() => server.log()).toContain('asked with [redacted]')
})

test('ends the program when it is disposed', async () => {
  const server = await startOpenCodeServer(await program(listening), never)
  await server[Symbol.asyncDispose]()
  expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' })
  expect(server.hasExited).toBe(true)
})

test('says how a program ended that never listened, and the end of its output without secrets', async () => {
  const start = await program(
    `console.error('bad config', process.env.OPENCODE_SERVER_PASSWORD); process.exitCode = 7`,
  )
  const starting = startOpenCodeServer(start, never)
  await expect(starting).rejects.toThrow(InfrastructureError)
  await expect(starting).rejects.toMatchObject({ code: 'VITRIAL_INFRA_HARNESS_START' })
  await expect(starting).rejects.toThrow('exited with code 7')
  await expect(starting).rejects.toThrow('bad config [redacted]')
})

test('ends the program if it is cancelled while it starts', async () => {
  const abort = new AbortController()
  const starting = startOpenCodeServer(await program('setInterval(() => {}, 1000)'), abort.signal)
  setTimeout(() => abort.abort(new Error('enough')), 100)
  await expect(starting).rejects.toThrow('enough')
  expect(await exits.at(-1)).toEqual({ code: null, signal: 'SIGKILL' })
})
