import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { judgeToolNames } from '@vitrial/core/judging'
import type { JudgeToolset } from '@vitrial/core/ports'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { check, metrics, submission, view } from './judge-tools.fixture.ts'
import { JudgeToolsEndpoint } from './judge-tools-endpoint.ts'

let server: Server
let endpoint: JudgeToolsEndpoint

beforeEach(async () => {
  server = createServer((request, response) => void endpoint.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // oxlint-disable-next-line no-unsafe-type-assertion -- a TCP server has this kind of address
  const { port } = server.address() as AddressInfo
  endpoint = new JudgeToolsEndpoint({ url: `http://127.0.0.1:${port}/judge-tools/`, clock: { now: () => 7 } })
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('serves the four tools, each on its own server, to a real MCP client', async () => {
  using served = endpoint.open({ judgeRunId: 'judge_1', metrics })
  const pending = served.tools.expect(check, view)
  await using judge = await connect(served.tools.mcp, 'judge')
  await using candidate = await connect(served.tools.mcp, 'candidate')
  await using submit = await connect(served.tools.mcp, 'submit')
  await using proceed = await connect(served.tools.mcp, 'continue')

  expect(JSON.parse(await judge.text('context', {}))).toMatchObject({ requestId: 'req_1', phase: 'final' })
  expect(await candidate.text('evidence', { query: 'response' })).toContain('Which SQL dialect')
  expect(await proceed.text('judging', { requestId: 'req_1', missing: 'x' })).toContain('The run is over')
  expect(await submit.text('judgment', submission('req_1', 'invented'))).toContain('Copy it literally')
  expect(await submit.text('judgment', submission())).toContain('accepted')
  expect(pending.answer?.status).toBe('submitted')
  expect(served.tools.submissions.map(({ outcome }) => outcome)).toEqual(['refused', 'rejected', 'accepted'])
})

test('hands an invalid input to its own validation instead of a protocol error', async () => {
  using served = endpoint.open({ judgeRunId: 'judge_1', metrics })
  served.tools.expect(check, view)
  await using submit = await connect(served.tools.mcp, 'submit')
  const result = await submit.client.callTool({ name: 'judgment', arguments: { metrics: 5, extra: true } })
  expect(result.isError).toBe(true)
  expect(JSON.stringify(result.content)).toContain('The submission must be { requestId, metrics')
  expect(served.tools.rejectedSubmissions).toBe(1)
})

test('lists schemas in the same bytes in every check, phase and judge run', async () => {
  using first = endpoint.open({ judgeRunId: 'judge_1', metrics })
  using second = endpoint.open({ judgeRunId: 'judge_2', metrics: metrics.slice(1) })
  const listings = new Map<string, Set<string>>()
  for (let round = 0; round < 5; round++) {
    const { tools } = round % 2 === 0 ? first : second
    tools.expect({ ...check, requestId: `req_${round}`, phase: round < 3 ? 'early' : 'final' }, view)
    for (const prefix of ['judge', 'candidate', 'submit', 'continue']) {
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      // oxlint-disable-next-line no-await-in-loop -- one check after the other
      const listing = await (await post(`${tools.mcp.url}/${prefix}`, tools.mcp.token, body)).text()
      listings.set(prefix, (listings.get(prefix) ?? new Set()).add(listing))
    }
  }
  expect([...listings.values()].map((set) => set.size)).toEqual([1, 1, 1, 1])
  const names = [...listings].map(([prefix, [listing = '']]) => {
    const { result } = listingSchema.parse(JSON.parse(listing))
    return result.tools.map(({ name }) => `${prefix}_${name}`)
  })
  expect(names.flat()).toEqual(judgeToolNames)
})

test('refuses a wrong token, a missing one and that of another judge run', async () => {
  using first = endpoint.open({ judgeRunId: 'judge_1', metrics })
  using second = endpoint.open({ judgeRunId: 'judge_2', metrics })
  const { url, token } = first.tools.mcp
  await expect(connect({ url, token: `${token}x` }, 'judge')).rejects.toThrow()
  const status = async (bearer?: string) => (await post(`${url}/judge`, bearer, list)).status
  expect(await status(token)).toBe(200)
  expect(await status(second.tools.mcp.token)).toBe(401)
  expect(await status()).toBe(401)
})

test('knows no other path and no other method', async () => {
  using served = endpoint.open({ judgeRunId: 'judge_1', metrics })
  const { url, token } = served.tools.mcp
  const status = async (path: string) => (await post(path, token, list)).status
  expect(await status(`${url}/judge?x=1`)).toBe(200)
  expect(await status(`${url}/other`)).toBe(404)
  expect(await status(`${url}/judge/more`)).toBe(404)
  expect(await status(url)).toBe(404)
  expect(await status(url.replace('judge_1', 'judge_9') + '/judge')).toBe(404)
  expect(await status(new URL('/elsewhere', url).href)).toBe(404)
  const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' }
  expect((await fetch(`${url}/judge`, { headers })).status).toBe(405)
  expect((await fetch(`${url}/judge`, { method: 'DELETE', headers })).status).toBe(405)
})

test('forgets a judge run that is disposed of', async () => {
  const served = endpoint.open({ judgeRunId: 'judge_1', metrics })
  const { url, token } = served.tools.mcp
  served[Symbol.dispose]()
  expect((await post(`${url}/judge`, token, list)).status).toBe(404)
  expect(served.tools.isClosed).toBe(true)
})

test('tolerates cancelled notifications and refuses bodies that are too large or no JSON', async () => {
  using served = endpoint.open({ judgeRunId: 'judge_1', metrics })
  const { url, token } = served.tools.mcp
  const cancelled = {
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 9, reason: 'x' },
  }
  expect((await post(`${url}/submit`, token, cancelled)).status).toBe(202)
  const large = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { x: 'y'.repeat(1_100_000) } }
  expect((await post(`${url}/submit`, token, large)).status).toBe(413)
  expect((await post(`${url}/submit`, token, list, '{')).status).toBe(400)
  expect((await post(`${url}/submit`, token, list)).status).toBe(200)
})

const contentSchema = z.tuple([z.object({ type: z.literal('text'), text: z.string() })])
const listingSchema = z.object({ result: z.object({ tools: z.array(z.object({ name: z.string() })) }) })
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

function post(
  url: string,
  token: string | undefined,
  message: object,
  body = JSON.stringify(message),
): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  return fetch(url, { method: 'POST', headers, body })
}

async function connect(mcp: JudgeToolset['mcp'], prefix: string) {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(`${mcp.url}/${prefix}`), {
    requestInit: { headers: { authorization: `Bearer ${mcp.token}` } },
  })
  await client.connect(transport)
  return {
    client,
    /** The text of a tool's answer. */
    text: async (name: string, input: Record<string, unknown>): Promise<string> => {
      const { content } = await client.callTool({ name, arguments: input })
      return contentSchema.parse(content)[0].text
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}
