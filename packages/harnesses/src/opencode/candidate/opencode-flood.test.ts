import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DriveOutcome, ExitStatus, HarnessTask, Sandbox } from '@vitrial/core/ports'
import type { NewEvent } from '@vitrial/core/recording'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOpenCodeHarness } from './opencode-harness.ts'

const never = new AbortController().signal
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrial-flood-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** What a server does, as JavaScript. Not given: as it should, but what floods is noticed while the turn goes on. */
interface ServerParts {
  readonly onEvents?: string
  readonly onPrompt?: string
  readonly onMessages?: string
  readonly onChildren?: string
}
const answer = 'json({ info, parts: [text] })'

/**
 * A server in OpenCode's place, as a candidate can put one there. It works as it should, but for the parts that are
 * given: what it does once its events are followed, when it is prompted, and when its messages are read.
 */
const serverWith = ({ onEvents = '', onPrompt, onMessages = '', onChildren = '' }: ServerParts): string => `
  const { once } = require('node:events')
  const info = {
    id: 'm1', sessionID: 's1', role: 'assistant', finish: 'stop', time: { created: 1, completed: 2 },
  }
  const text = { id: 'p1', messageID: 'm1', sessionID: 's1', type: 'text', text: 'Done.', time: { end: 2 } }
  let events
  const write = async (to, chunk) => { if (!to.write(chunk)) await once(to, 'drain') }
  const event = (type, properties) => 'data: ' + JSON.stringify({ type, properties }) + '\\n\\n'
  const server = require('node:http').createServer(async (request, response) => {
    response.on('error', () => {})
    request.resume()
    const start = () => response.writeHead(200, { 'content-type': 'application/json' })
    const json = (value) => start().end(JSON.stringify(value))
    const url = new URL(request.url, 'http://inside')
    const path = request.method + ' ' + url.pathname
    if (path === 'GET /event') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      events = response
      await write(events, event('server.connected', {}))
      ${onEvents}
    } else if (path === 'POST /session') json({ id: 's1' })
    else if (path === 'POST /session/s1/message') { ${onPrompt ?? (onEvents === '' ? answer : '')} }
    else if (path === 'GET /session/s1/message') { ${onMessages}; json([{ info, parts: [text] }]) }
    else if (path.endsWith('/children')) { ${onChildren}; json([]) }
    else json(path.endsWith('/message') ? [] : true)
  })
  process.stdout.on('error', () => {})
  server.listen(0, '127.0.0.1', () => console.log('opencode server listening on http://127.0.0.1:' + server.address().port + ' '))
`

/** Programs of this machine, as they are; nothing else of a sandbox is used. */
async function sandboxWith(program: string): Promise<Sandbox> {
  const binary = join(folder, 'opencode')
  await writeFile(binary, `#!${process.execPath}\n${program}`)
  await chmod(binary, 0o755)
  const sandbox: Partial<Sandbox> = {
    id: 'sandbox-1',
    directories: { workspace: folder, home: folder, temporary: folder },
    lost: never,
    async upload() {},
    async exec({ argv: [, ...rest], cwd, env }) {
      const child = spawn(binary, rest, { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
      const exit = once(child, 'exit').then(([code, signal]): ExitStatus => ({ code, signal }))
      await once(child, 'spawn')
      const kill = async (): Promise<void> => {
        child.kill('SIGKILL')
        await exit
      }
      return { stdout: child.stdout, stderr: child.stderr, exit, kill }
    },
    dial: async (port) => createConnection({ host: '127.0.0.1', port }).on('error', () => {}),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the harness touches nothing else of it
  return sandbox as Sandbox
}

const task: HarnessTask = {
  runId: 'run-1',
  prompt: 'Do it.',
  model: { url: 'http://127.0.0.1:1/v1', token: 't', ref: { provider: 'acme', model: 'fast' }, entry: {} },
  websearch: false,
  agentVersion: '1.18.33',
}

interface Driven {
  readonly outcome: DriveOutcome
  readonly events: readonly NewEvent[]
  readonly files: ReadonlyMap<string, string>
}

async function drive(parts: ServerParts): Promise<Driven> {
  const harness = createOpenCodeHarness({ binary: process.execPath })
  const events: NewEvent[] = []
  const files = new Map<string, string>()
  const sink = {
    emit: (event: NewEvent) => void events.push(event),
    keepOut: () => undefined,
    attach: (name: string, content: Uint8Array) => void files.set(name, Buffer.from(content).toString()),
  }
  const outcome = await harness.drive(task, await sandboxWith(serverWith(parts)), sink, never)
  return { outcome, events, files }
}

/** So much at once, again and again without end. */
const endlessly = (to: string, chunk: string): string =>
  `{ const chunk = ${chunk}; while (!${to}.destroyed) await write(${to}, chunk) }`

const megabyte = `'x'.repeat(1 << 20)`
const toolPart = (id: string, rest: string): string =>
  `event('message.part.updated', { part: { id: ${id}, messageID: 'm1', sessionID: 's1', type: 'tool', tool: 'bash', state: { status: 'pending', input: ${rest} } } })`

/** What a server in a sandbox can give without end, and what the limit says of it. */
const floods: readonly [string, ServerParts, RegExp][] = [
  [
    'one event without end',
    { onEvents: `await write(events, 'data: '); ${endlessly('events', megabyte)}` },
    /8 MiB in one event/,
  ],
  [
    'an event of lines without end',
    { onEvents: endlessly('events', `('data: ' + 'x'.repeat(1000) + '\\n').repeat(1000)`) },
    /8 MiB in one event/,
  ],
  [
    'an event of many values',
    { onEvents: `await write(events, 'data: [' + '[],'.repeat(1e6) + '0]\\n\\n')` },
    /20000 values in one event/,
  ],
  [
    'an event nested without end',
    { onEvents: `await write(events, 'data: ' + '['.repeat(4e6) + '\\n\\n')` },
    /20000 values in one event/,
  ],
  [
    'events of ever new parts',
    {
      onEvents: `for (let i = 0; ; i += 1) await write(events, ${toolPart("'p' + i", `'x'.repeat(4e6)`)})`,
    },
    /64 MiB of messages/,
  ],
  [
    'requests for permission without end',
    {
      onEvents: `for (let i = 0; ; i += 1) await write(events, event('permission.asked', { sessionID: 's1', id: 'i' + i }).repeat(100))`,
    },
    /1000 requests for a permission/,
  ],
  [
    'an answer without end to the prompt',
    { onPrompt: `start(); ${endlessly('response', megabyte)}` },
    /16 MiB in one answer/,
  ],
  [
    'an answer of many values to the prompt',
    { onPrompt: `start().end('[' + '{},'.repeat(1e6) + '0]')` },
    /50000 values in one answer/,
  ],
  [
    'a refusal without end',
    { onPrompt: `response.writeHead(500); ${endlessly('response', megabyte)}` },
    /16 MiB in one answer/,
  ],
  [
    'messages without end',
    { onMessages: `start(); ${endlessly('response', megabyte)}` },
    /16 MiB in one answer/,
  ],
  [
    'pages of messages without end',
    { onMessages: `text.text = 'x'.repeat(8 << 20); response.setHeader('x-next-cursor', 'again')` },
    /64 MiB of messages in all/,
  ],
  [
    'sessions without end',
    { onChildren: `return json(Array.from({ length: 2000 }, (_, i) => ({ id: 't' + i })))` },
    /1000 sessions/,
  ],
]

test.each(floods)('ends a run as limit "output" for %s', async (_, parts, tooMuch) => {
  const driving = drive(parts)
  await expect(driving).rejects.toMatchObject({ code: 'VITRIAL_LIMIT_REACHED', limit: 'output' })
  await expect(driving).rejects.toThrow(tooMuch)
})

test('reads a session once that is its own descendant', async () => {
  const { outcome, events } = await drive({ onChildren: `return json([{ id: 's1' }, { id: 't' }])` })
  expect(outcome.status).toBe('completed')
  expect(events).toHaveLength(1)
})

test('goes on where the server writes to its log without end, and one event comes again and again', async () => {
  const { outcome, events } = await drive({
    onPrompt: 'setTimeout(() => json({ info, parts: [text] }), 500)',
    onEvents: `
      const chunk = 'x'.repeat(1 << 16)
      void (async () => { for (;;) await write(process.stdout, chunk) })()
      void (async () => { for (;;) await write(process.stderr, chunk) })()
      const same = ${toolPart("'p1'", "'x'.repeat(1000)")}.repeat(50)
      void (async () => { for (let i = 0; i < 500 && !events.destroyed; i += 1) await write(events, same) })()`,
  })
  expect(outcome).toMatchObject({ status: 'completed', response: 'Done.' })
  expect(events.filter(({ kind }) => kind === 'tool_call')).toEqual([])
})

test('reads messages page by page, in their order, fewer where they are long, and keeps them as they were', async () => {
  const onMessages = `
    const asked = Number(url.searchParams.get('limit'))
    const end = Number(url.searchParams.get('before') ?? 50)
    const first = Math.max(0, end - asked)
    if (first > 0) response.setHeader('x-next-cursor', String(first))
    const page = Array.from({ length: end - first }, (_, index) => {
      const id = 'm' + (first + index)
      const long = 'x'.repeat(first + index === 30 ? 12 << 20 : first + index > 40 ? 2 << 20 : 10)
      const parts = [{ ...text, id: 'p' + id, messageID: id, text: id + long, extra: true }]
      return { info: { ...info, id, time: { created: first + index, completed: first + index } }, parts }
    })
    return json(page)`
  const { outcome, events, files } = await drive({ onMessages })
  expect(outcome.status).toBe('completed')
  expect(outcome.response?.slice(0, 3)).toBe('m49')
  const told = events.flatMap(({ kind, body }) => (kind === 'message' ? [body.id] : []))
  expect(told).toEqual(Array.from({ length: 50 }, (_, index) => `m${index}`))
  const native: { sessions: { messages: { parts: unknown[] }[] }[] } = JSON.parse(
    files.get('opencode-messages.json') ?? '',
  )
  expect(native.sessions[0]?.messages).toHaveLength(50)
  expect(native.sessions[0]?.messages[0]?.parts[0]).toMatchObject({ extra: true })
})
