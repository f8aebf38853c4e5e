import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { ExitStatus, HarnessTask, Sandbox } from '@vitrial/core/ports'
import type { NewEvent } from '@vitrial/core/recording'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOpenCodeHarness } from './opencode-harness.ts'

const never = new AbortController().signal
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrial-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Programs of this machine, as they are; nothing else of a sandbox is used. */
async function sandboxWith(program: string): Promise<Sandbox> {
  const programs = join(folder, 'bin')
  await mkdir(programs)
  const binary = join(programs, 'opencode')
  await writeFile(binary, `#!${process.execPath}\n${program}`)
  await chmod(binary, 0o755)
  const sandbox: Partial<Sandbox> = {
    id: 'sandbox-1',
    directories: { workspace: folder, home: folder, temporary: folder },
    lost: never,
    async upload() {},
    async exec({ argv: [name, ...rest], cwd, env }) {
      const path = `${programs}${delimiter}${process.env['PATH'] ?? ''}`
      const child = spawn(name, rest, {
        cwd,
        env: { ...env, PATH: path },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const exit = once(child, 'exit').then(([code, signal]): ExitStatus => ({ code, signal }))
      await once(child, 'spawn')
      const kill = async (): Promise<void> => {
        child.kill('SIGKILL')
        await exit
      }
      return { stdout: child.stdout, stderr: child.stderr, exit, kill }
    },
    dial: async (port) => createConnection({ host: '127.0.0.1', port }),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the harness touches nothing else of it
  return sandbox as Sandbox
}

/** A server that asks for a permission in its turn, and answers the turn once its question was answered. */
const asking = (answerPermission: string): string => `
  let answerTurn = () => undefined
  const text = { id: 'p1', messageID: 'm1', sessionID: 's1', type: 'text', text: 'Done.', time: { end: 2 } }
  const info = {
    id: 'm1', sessionID: 's1', role: 'assistant', finish: 'stop', time: { created: 1, completed: 2 },
  }
  const server = require('node:http').createServer((request, response) => {
    const json = (value) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const path = request.method + ' ' + request.url.split('?')[0]
    const tell = (event) => server.events.write('data: ' + JSON.stringify(event) + '\\n\\n')
    if (path === 'GET /event') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      server.events = response
      tell({ type: 'server.connected', properties: {} })
    } else if (path === 'POST /session') json({ id: 's1' })
    else if (path === 'POST /session/s1/message') {
      answerTurn = () => json({ info, parts: [text] })
      tell({ type: 'permission.asked', properties: { id: 'per1', sessionID: 's1' } })
    } else if (path === 'POST /permission/per1/reply') {
      ${answerPermission}
      tell({ type: 'session.status', properties: { sessionID: 's1', status: { type: 'idle' } } })
      answerTurn()
    } else if (path === 'GET /session/s1/message') json([{ info, parts: [text] }])
    else json([])
  })
  server.listen(0, '127.0.0.1', () => console.log('opencode server listening on http://127.0.0.1:' + server.address().port + ' '))
`

const task: HarnessTask = {
  runId: 'run-1',
  prompt: 'Do it.',
  model: { url: 'http://127.0.0.1:1/v1', token: 't', ref: { provider: 'acme', model: 'fast' }, entry: {} },
  websearch: false,
  agentVersion: '1.18.33',
}

test("names the image's agent and not this machine's, and what the image does not tell unknown", async () => {
  const harness = createOpenCodeHarness({ binary: '/nowhere/opencode' })
  expect(await harness.agentVersion({ agentVersion: '1.2.3' })).toBe('1.2.3')
  expect(await harness.agentVersion({})).toBe('unknown')
})

test('asks again for the version of an installation that was mended', async () => {
  const binary = join(folder, 'opencode')
  const harness = createOpenCodeHarness({ binary })
  await expect(harness.agentVersion(undefined)).rejects.toMatchObject({ code: 'VITRIAL_OPENCODE_MISSING' })
  await writeFile(binary, `#!${process.execPath}\nconsole.log('1.2.3')`)
  await chmod(binary, 0o755)
  expect(await harness.agentVersion(undefined)).toBe('1.2.3')
})

test.each([
  ['with nonsense', `response.writeHead(200, { 'content-type': 'application/json' }).end('{ nonsense')`],
  [
    'half',
    `response.writeHead(200, { 'content-type': 'application/json', 'content-length': 9 })
     response.write('{', () => response.destroy())`,
  ],
  ['with a refusal', `response.writeHead(500).end()`],
])('goes on where the server answers %s to a permission that was given, and tells it', async (_, answer) => {
  const harness = createOpenCodeHarness({ binary: process.execPath })
  const events: NewEvent[] = []
  const sink = { emit: (event: NewEvent) => void events.push(event), keepOut() {}, attach() {} }
  const outcome = await harness.drive(task, await sandboxWith(asking(answer)), sink, never)
  expect(outcome).toEqual({ status: 'completed', correlationId: 's1', response: 'Done.' })
  expect(events).toContainEqual({
    session: 's1',
    source: 'harness',
    kind: 'agent_error',
    body: { name: 'PermissionReply', message: expect.stringMatching(/./) },
  })
})
