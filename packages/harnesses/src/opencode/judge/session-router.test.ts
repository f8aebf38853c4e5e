import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SessionRouter } from './session-router.ts'

let router: SessionRouter
let entry: TcpServer
let gateway: Server

beforeEach(async () => {
  router = new SessionRouter()
  entry = createTcpServer({ allowHalfOpen: true }, (socket) => router.accept(socket)).listen(0, '127.0.0.1')
  await once(entry, 'listening')
})
afterEach(async () => {
  await router[Symbol.asyncDispose]()
  entry.close()
  gateway.closeAllConnections()
  gateway.close()
})

const portOf = (server: TcpServer): number => {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function openGateway(listener: RequestListener): Promise<void> {
  gateway = createServer(listener).listen(0, '127.0.0.1')
  await once(gateway, 'listening')
}

function register(sessionId: string, token: string): Disposable {
  const url = `http://127.0.0.1:${portOf(gateway)}/v1`
  return router.register(sessionId, { url, token, ref: { provider: 'p', model: 'm' }, entry: {} })
}

function ask(session: string, options: { key?: string; signal?: AbortSignal } = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${portOf(entry)}/v1/chat/completions`, {
    method: 'POST',
    body: `asked by ${session}`,
    headers: { authorization: `Bearer ${options.key ?? router.key}`, 'x-session-id': session },
    ...(options.signal && { signal: options.signal }),
  })
}

test('gives each session the token of its own run', async () => {
  const seen: (readonly [string | undefined, IncomingHttpHeaders])[] = []
  await openGateway((request, response) => {
    seen.push([request.url, request.headers])
    request.pipe(response.writeHead(200, { 'x-from': 'gateway' }))
  })
  register('ses_1', 'token-1')
  register('ses_2', 'token-2')
  const answers = await Promise.all(['ses_1', 'ses_2', 'ses_1'].map((session) => ask(session)))
  expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual([
    'asked by ses_1',
    'asked by ses_2',
    'asked by ses_1',
  ])
  expect(answers[0]?.headers.get('x-from')).toBe('gateway')
  expect(seen.map(([url]) => url)).toEqual(Array(3).fill('/v1/chat/completions'))
  const pairs = seen.map(([, headers]) => [headers['x-session-id'], headers.authorization])
  expect(new Set(pairs.map(String))).toEqual(new Set(['ses_1,Bearer token-1', 'ses_2,Bearer token-2']))
})

test('turns away a session it does not know, and one that has ended', async () => {
  await openGateway((_request, response) => void response.end())
  using access = register('ses_1', 'token-1')
  expect((await ask('ses_9')).status).toBe(403)
  access[Symbol.dispose]()
  expect((await ask('ses_1')).status).toBe(403)
})

test('turns away who does not show its key', async () => {
  await openGateway((_request, response) => void response.end())
  register('ses_1', 'token-1')
  expect((await ask('ses_1', { key: 'token-1' })).status).toBe(401)
})

test('hangs up on the gateway when the server hangs up', async () => {
  let closed: Promise<unknown> | undefined
  await openGateway((_request, response) => {
    closed = once(response, 'close')
    response.write('first words')
  })
  register('ses_1', 'token-1')
  const abort = new AbortController()
  const answer = await ask('ses_1', { signal: abort.signal })
  expect(new TextDecoder().decode((await answer.body?.getReader().read())?.value)).toBe('first words')
  abort.abort()
  await closed
})

test('hangs up on the gateway that has not answered yet', async () => {
  const asked: Promise<unknown>[] = []
  await openGateway((_request, response) => void asked.push(once(response, 'close')))
  register('ses_1', 'token-1')
  const abort = new AbortController()
  const answer = ask('ses_1', { signal: abort.signal })
  await expect.poll(() => asked.length).toBe(1)
  abort.abort()
  await expect(answer).rejects.toThrow()
  await Promise.all(asked)
})

test('passes the gateway’s refusals on', async () => {
  await openGateway((_request, response) => void response.writeHead(429, { 'retry-after': '3' }).end('slow'))
  register('ses_1', 'token-1')
  const answer = await ask('ses_1')
  expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([429, '3', 'slow'])
})

test('says that the gateway does not answer', async () => {
  await openGateway((request) => request.socket.destroy())
  register('ses_1', 'token-1')
  expect((await ask('ses_1')).status).toBe(502)
})

test('keeps an idle connection for as long as it is open itself', async () => {
  await openGateway((_request, response) => response.end())
  const answer = await ask('ses_1', { key: 'wrong' })
  await answer.text()
  // Node names here after how many seconds it would close the connection.
  expect(answer.headers.get('keep-alive')).toBeNull()
})
