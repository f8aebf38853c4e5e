import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderSettings } from '@vitrial/core/settings'
import { describe, expect, it } from 'vitest'
import type { GatewayOptions } from '../../endpoint/create-gateway.ts'
import { chat, openGateway, type OpenedGateway } from '../../endpoint/opened-gateway.fixture.ts'
import { events, startUpstream, type UpstreamServer } from './upstream-server.fixture.ts'

const key = 'sk-real-4f7a9c20d1'
const usage = { prompt_tokens: 1000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 400 } }
/** A chunk that says something. */
const said = { choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }
const json = { 'content-type': 'application/json' }
const eventStream = { 'content-type': 'text/event-stream' }

function through(
  upstream: Pick<UpstreamServer, 'baseURL'>,
  { silenceMs, ...more }: Partial<GatewayOptions> & { readonly silenceMs?: number } = {},
): Promise<OpenedGateway> {
  const timeout = silenceMs === undefined ? {} : { timeout: silenceMs }
  const acme: ProviderSettings = {
    options: { baseURL: upstream.baseURL, apiKey: '{env:ACME_KEY}', ...timeout },
    models: { fast: { id: 'acme-fast-2', cost: { input: 1, output: 10, cache_read: 0.1 } } },
  }
  return openGateway('acme/fast', { providers: { acme }, environment: { ACME_KEY: key }, ...more })
}

/** Begins an answer, and goes on with this for ever. */
function keepWriting(response: ServerResponse, piece: string, first = piece): void {
  response.writeHead(200, eventStream).write(first === '' ? ': here\n\n' : first)
  const timer = setInterval(() => piece !== '' && response.write(piece), 50)
  response.once('close', () => clearInterval(timer))
}

describe('the pass-through', () => {
  it('puts the real key in the place of the token, and sends nothing else of the agent', async () => {
    await using upstream = await startUpstream((_request, response) => {
      response.writeHead(200, json).end(JSON.stringify({ choices: [], usage }))
    })
    await using opened = await through(upstream)
    const headers = { cookie: 'a=b', 'x-session-id': 'ses_1', 'x-forwarded-for': '10.0.0.1' }
    const response = await opened.post(chat('fast', { temperature: 0.5 }), { headers })
    expect(await response.json()).toEqual({ choices: [], usage })

    const [request] = upstream.requests
    expect(request?.url).toBe('/api/v1/chat/completions')
    expect(request?.headers.authorization).toBe(`Bearer ${key}`)
    expect(request?.headers).not.toHaveProperty('cookie')
    expect(request?.headers).not.toHaveProperty('x-forwarded-for')
    expect(JSON.stringify(request)).not.toContain(opened.access.token)
    expect(JSON.parse(request?.body ?? '')).toEqual({
      ...chat('fast', { temperature: 0.5 }),
      model: 'acme-fast-2',
    })

    const [exchange] = opened.exchanges
    expect(exchange?.request.headers).toMatchObject({ 'x-session-id': 'ses_1' })
    expect(exchange?.request.headers).not.toHaveProperty('authorization')
    expect(exchange?.request.body).toMatchObject({ model: 'fast' })
    // 600 x 1 + 400 x 0.1 + 100 x 10, for a million each
    expect(exchange?.usage?.costUsd).toBeCloseTo(0.00164, 12)
    expect(opened.access.usage()).toEqual(exchange?.usage)
  })

  it('sends the headers of the benchmark, keys in place, and tells nobody', async () => {
    await using upstream = await startUpstream((request, response) => {
      response
        .writeHead(200, json)
        .end(JSON.stringify({ choices: [], usage, seen: request.headers['x-org'] }))
    })
    const organisation = 'org-secret-99f1'
    const acme: ProviderSettings = {
      options: { baseURL: upstream.baseURL, headers: { 'X-Org': 'Org {env:ACME_ORG}', 'x-tier': 'slow' } },
      models: { fast: { headers: { 'X-Tier': 'fast' } } },
    }
    await using opened = await through(upstream, {
      providers: { acme },
      environment: { ACME_ORG: organisation },
    })
    const response = await opened.post(chat('fast'), { headers: { 'x-org': 'of the agent' } })

    expect(await response.json()).toMatchObject({ seen: 'Org [redacted]' })
    const [request] = upstream.requests
    expect(request?.headers).toMatchObject({ 'x-org': `Org ${organisation}`, 'x-tier': 'fast' })
    expect(JSON.stringify(opened.exchanges)).not.toContain(organisation)
  })

  it('passes the first piece on before the provider has sent the last', async () => {
    const read = new EventTarget()
    await using upstream = await startUpstream(async (_request, response) => {
      response.writeHead(200, eventStream).write('data: {"choices":[{"delta":{"content":"one"}}]}\n\n')
      await once(read, 'first')
      response.end(events({ choices: [], usage }))
    })
    await using opened = await through(upstream)
    const response = await opened.post(chat('fast', { stream: true }))
    const reader = response.body?.getReader()
    const first = Buffer.from((await reader?.read())?.value ?? []).toString()
    expect(first).toContain('"one"')
    expect(opened.exchanges).toHaveLength(0)
    read.dispatchEvent(new Event('first'))
    let rest = ''
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      rest += Buffer.from(part.value).toString()
    }
    expect(rest).toContain('[DONE]')
    expect(opened.exchanges[0]?.response).toEqual({ status: 200, text: first + rest })
    expect(opened.access.usage()).toMatchObject({ calls: 1, inputTokens: 1000, cacheReadTokens: 400 })
  })

  it.each([{}, { stream_options: { include_usage: false } }])(
    'asks for the usage of a stream whatever the agent does',
    async (more) => {
      await using upstream = await startUpstream((_request, response) => {
        response.writeHead(200, eventStream).end(events({ usage: null }, { choices: [], usage }))
      })
      await using opened = await through(upstream)
      await (await opened.post(chat('fast', { stream: true, ...more }))).text()
      expect(JSON.parse(upstream.requests[0]?.body ?? '')).toMatchObject({
        stream_options: { include_usage: true },
      })
      expect(opened.access.usage().inputTokens).toBe(1000)
    },
  )

  it('leaves the cost unknown where the provider reports no usage', async () => {
    await using upstream = await startUpstream((_request, response) => {
      response.writeHead(200, eventStream).end(events({ choices: [] }))
    })
    await using opened = await through(upstream)
    await (await opened.post(chat('fast', { stream: true }))).text()
    expect(opened.exchanges[0]).not.toHaveProperty('usage')
    expect(opened.access.usage()).toMatchObject({ calls: 1, costUsd: null })
  })

  it.each([400, 429, 500, 503])('hands on a provider that answers %i as it is', async (status) => {
    const body = JSON.stringify({ error: { message: 'Too much', type: 'x' } })
    await using upstream = await startUpstream((_request, response) => {
      response.writeHead(status, { ...json, 'retry-after': '7', 'set-cookie': 'a=b' }).end(body)
    })
    await using opened = await through(upstream)
    const response = await opened.post(chat('fast', { stream: true }))
    expect(response.status).toBe(status)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(await response.text()).toBe(body)
    expect(opened.access.usage()).toMatchObject({ calls: 1, costUsd: 0 })
  })

  it('answers 502 where the provider cannot be reached', async () => {
    const upstream = await startUpstream(() => {})
    await upstream[Symbol.asyncDispose]()
    await using opened = await through(upstream)
    const response = await opened.post(chat('fast'))
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: { code: 'VITRIAL_INFRA_PROVIDER' } })
    expect(opened.exchanges[0]?.error).toContain('ECONNREFUSED')
    expect(opened.access.failure.aborted).toBe(false)
    expect(opened.access.usage()).toMatchObject({ calls: 1, costUsd: null })
  })

  it.each([
    [
      'another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n',
    ],
    ['another protocol that it does not name', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['announcements without end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(500)],
  ])('answers 502 where the provider answers with %s', async (_name, raw) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.write(raw))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await using opened = await through({ baseURL: `http://127.0.0.1:${port}/v1` })
    const response = await opened.post(chat('fast'))
    expect(response.status).toBe(502)
    expect(opened.exchanges).toMatchObject([
      { response: { status: 502 }, error: expect.stringMatching(/101 Switching Protocols|again and again/) },
    ])
    server.close()
  })

  it('reads the usage of a stream whatever the letters of its type', async () => {
    await using upstream = await startUpstream((_request, response) => {
      response.writeHead(200, { 'content-type': 'Text/Event-Stream; Charset=UTF-8' }).end(events({ usage }))
    })
    await using opened = await through(upstream)
    await (await opened.post(chat('fast', { stream: true }))).text()
    expect(opened.access.usage()).toMatchObject({ inputTokens: 1000, cacheReadTokens: 400 })
  })

  it('takes a cost for unknown where the last report cannot be believed', async () => {
    await using upstream = await startUpstream((_request, response) => {
      const odd = { ...usage, prompt_tokens_details: { cached_tokens: 1001 } }
      response.writeHead(200, eventStream).end(events({ usage }, { usage: odd }))
    })
    await using opened = await through(upstream)
    await (await opened.post(chat('fast', { stream: true }))).text()
    expect(opened.exchanges[0]).not.toHaveProperty('usage')
    expect(opened.access.usage()).toMatchObject({ calls: 1, costUsd: null })
  })

  it('leaves out what the run has no claim to, and keeps on record what that was', async () => {
    await using upstream = await startUpstream((_request, response) => {
      response.writeHead(200, json).end(JSON.stringify({ choices: [], usage }))
    })
    await using opened = await through(upstream)
    await opened.post(chat('fast', { plugins: [{ id: 'web' }], [key]: 1 }))
    expect(upstream.requests[0]?.body).not.toContain('plugins')
    expect(opened.exchanges[0]?.request).toMatchObject({
      body: { plugins: [{ id: 'web' }] },
      leftOut: ['plugins', '[redacted]'],
    })
  })

  it('answers finally, and says so beyond the agent, where the key is missing', async () => {
    await using upstream = await startUpstream(() => {})
    await using opened = await through(upstream, { environment: {} })
    const response = await opened.post(chat('fast'))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'VITRIAL_PROVIDER_KEY_MISSING' } })
    expect(opened.access.failure.reason).toMatchObject({ code: 'VITRIAL_PROVIDER_KEY_MISSING' })
    expect(upstream.requests).toEqual([])
    expect(opened.access.usage()).toMatchObject({ calls: 1, costUsd: 0 })
  })

  it('breaks off where the provider breaks off', async () => {
    await using upstream = await startUpstream((_request, response) => {
      response.writeHead(200, eventStream).write('data: {"choices":[]}\n\n', () => response.destroy())
    })
    await using opened = await through(upstream)
    const response = await opened.post(chat('fast', { stream: true }))
    await expect(response.text()).rejects.toThrow()
    expect(opened.exchanges).toHaveLength(1)
    expect(opened.exchanges[0]).toMatchObject({ response: { status: 200, aborted: true } })
    expect(opened.exchanges[0]?.error).toContain('VITRIAL_INFRA_PROVIDER')
    expect(opened.exchanges[0]?.fate).toMatchObject({
      is: 'failed',
      reason: expect.stringMatching(/^a response that broke off/),
    })
  })

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['says nothing', () => undefined],
    ['says only that it is there', (response) => keepWriting(response, ': wait\n\n')],
    [
      'says one thing and then nothing',
      (response) => keepWriting(response, '', `data: ${JSON.stringify(said)}\n\n`),
    ],
  ])('ends a call whose provider %s for too long', async (_, answer) => {
    await using upstream = await startUpstream((_asked, response) => answer(response))
    await using opened = await through(upstream, { silenceMs: 300 })
    const response = await opened.post(chat('fast', { stream: true }))
    await response.text().catch(() => undefined)
    await opened.ended(1)
    expect(opened.exchanges[0]?.fate).toEqual({ is: 'failed', reason: 'silence. Nothing came for 300 ms' })
  })

  it('leaves a provider alone that says something in time, again and again', async () => {
    await using upstream = await startUpstream(async (_request, response) => {
      response.writeHead(200, eventStream)
      const one = { choices: [{ index: 0, delta: { content: 'on' } }] }
      for (let times = 0; times < 6; times += 1) {
        await sleep(500)
        response.write(`data: ${JSON.stringify(one)}\n\n`)
      }
      response.end(events(said))
    })
    await using opened = await through(upstream, { silenceMs: 2_000 })
    await (await opened.post(chat('fast', { stream: true }))).text()
    expect(opened.exchanges[0]?.fate).toEqual({ is: 'served' })
  })

  it('says nothing of a provider whose answer the agent cut off, and that it was silent where it was', async () => {
    await using upstream = await startUpstream((_request, response) => {
      response.writeHead(200, eventStream).write(`data: ${JSON.stringify(said.choices)}\n\n`)
    })
    for (const [silenceMs, is] of [
      [300_000, 'cut'],
      [1, 'failed'],
    ] as const) {
      await using opened = await through(upstream, { silenceMs })
      const hangUp = new AbortController()
      const response = await opened.post(chat('fast', { stream: true }), { signal: hangUp.signal })
      await response.body?.getReader().read()
      hangUp.abort()
      await opened.ended(1)
      expect(opened.exchanges[0]?.fate.is).toBe(is)
    }
  })

  it('tells when a call begins and when something of its answer comes', async () => {
    await using upstream = await startUpstream((_request, response) => {
      response.writeHead(200, eventStream).end(`: wait\n\n${events(said)}`)
    })
    await using opened = await through(upstream)
    const told: string[] = []
    const { token } = opened.open({ onProgress: ({ callId, is }) => told.push(`${callId} ${is}`) })
    await (await opened.post(chat('fast', { stream: true }), { token })).text()
    expect(told).toEqual(['id-1 began', 'id-1 answering'])
  })

  it('hangs up on the provider when the agent hangs up', async () => {
    const upstreamEvents = new EventTarget()
    await using upstream = await startUpstream((_request, response) => {
      response.once('close', () => upstreamEvents.dispatchEvent(new Event('closed')))
      response.writeHead(200, eventStream).write('data: {"choices":[]}\n\n')
    })
    await using opened = await through(upstream)
    const hangUp = new AbortController()
    const response = await opened.post(chat('fast', { stream: true }), { signal: hangUp.signal })
    const closed = once(upstreamEvents, 'closed', { signal: AbortSignal.timeout(2000) })
    await response.body?.getReader().read()
    hangUp.abort()
    await closed
    await opened.ended(1)
    expect(opened.exchanges[0]?.response).toMatchObject({ status: 200, aborted: true })
    expect(opened.access.usage().costUsd).toBeNull()
  })

  it('counts a stream as whole when the agent leaves after its end mark', async () => {
    await using upstream = await startUpstream((_request, response) => {
      response.writeHead(200, eventStream).write(events(said, { choices: [], usage }))
    })
    await using opened = await through(upstream)
    const hangUp = new AbortController()
    const response = await opened.post(chat('fast', { stream: true }), { signal: hangUp.signal })
    const reader = response.body?.getReader()
    let seen = ''
    while (!seen.includes('[DONE]')) seen += Buffer.from((await reader?.read())?.value ?? []).toString()
    hangUp.abort()
    await opened.ended(1)
    expect(opened.exchanges[0]?.response).toEqual({ status: 200, text: seen })
    expect(opened.access.usage().inputTokens).toBe(1000)
  })

  it.each([200, 401])(
    'neither stores nor hands out a key that the provider echoes with %i',
    async (status) => {
      await using upstream = await startUpstream(async (request, response) => {
        response.writeHead(status, { ...json, 'x-request-id': `for-${key}` })
        const echoed = JSON.stringify({ error: { message: `Key ${request.headers.authorization} is odd` } })
        const cut = echoed.indexOf(key) + 7
        response.write(echoed.slice(0, cut))
        await new Promise((resolve) => setTimeout(resolve, 20))
        response.end(echoed.slice(cut))
      })
      await using opened = await through(upstream)
      const messages = [{ role: 'user', content: `I found ${key} and ${opened.access.token}` }]
      const response = await opened.post(chat('fast', { messages }), {
        headers: { 'x-note': key },
        path: `/chat/completions?key=${key}`,
      })
      const text = await response.text()
      expect(text).toContain('[redacted] is odd')
      expect(JSON.stringify([...response.headers])).not.toContain(key)
      expect(opened.exchanges).toHaveLength(1)
      expect(JSON.stringify(opened.exchanges)).toContain('I found [redacted] and [redacted]')
      expect(JSON.stringify(opened.exchanges)).not.toContain(key)
      expect(JSON.stringify(opened.exchanges)).not.toContain(opened.access.token)
    },
  )

  it('keeps no more of a response than it may, and says so', async () => {
    await using upstream = await startUpstream((_request, response) => {
      response.writeHead(200, json).end(JSON.stringify({ text: 'x'.repeat(5000), usage }))
    })
    await using opened = await through(upstream, { responseTextLimitBytes: 1000 })
    expect((await (await opened.post(chat('fast'))).text()).length).toBeGreaterThan(5000)
    expect(opened.exchanges[0]?.response).toMatchObject({ truncated: true })
    expect(opened.exchanges[0]?.response.text).toHaveLength(1000)
    expect(opened.access.usage().inputTokens).toBe(1000)
  })

  it('serves a hundred calls at once', async () => {
    await using upstream = await startUpstream((request, response) => {
      const { messages } = JSON.parse(request.body)
      response.writeHead(200, eventStream).end(events({ said: messages[0].content }, { usage }))
    })
    await using opened = await through(upstream)
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const messages = [{ role: 'user', content: `call ${index}.` }]
        const response = await opened.post(chat('fast', { messages, stream: true }))
        expect(await response.text()).toContain(`call ${index}.`)
      }),
    )
    expect(opened.exchanges).toHaveLength(100)
    expect(opened.access.usage()).toMatchObject({ calls: 100, inputTokens: 100_000 })
  })
})

const baseURL = 'http://127.0.0.1:9/v1'
const prepare = async (
  acme: ProviderSettings | undefined,
  environment: GatewayOptions['environment'] = {},
): Promise<unknown> => {
  await using opened = await openGateway('acme/fast', { providers: { ...(acme && { acme }) }, environment })
  return opened.gateway.prepare({ provider: 'acme', model: 'fast' }).catch((error: unknown) => error)
}

describe('preparing a model of a provider', () => {
  it('accepts a provider with its key, and one that needs none', async () => {
    expect(
      await prepare({ options: { baseURL, apiKey: '{env:ACME_KEY}' } }, { ACME_KEY: key }),
    ).toBeUndefined()
    expect(await prepare({ options: { baseURL } })).toBeUndefined()
  })

  it('refuses a provider that is not configured or has no address', async () => {
    expect(await prepare(undefined)).toMatchObject({ code: 'VITRIAL_PROVIDER_UNKNOWN' })
    expect(await prepare({ name: 'Acme' })).toMatchObject({
      code: 'VITRIAL_PROVIDER_UNKNOWN',
      message: expect.stringContaining('options.baseURL'),
    })
  })

  it.each([{}, { ACME_KEY: '' }, { ACME_KEY: `${key} and more` }])(
    'names the variable of a key that is missing, and no value',
    async (environment) => {
      const error = await prepare({ options: { baseURL, apiKey: '{env:ACME_KEY}' } }, environment)
      expect(error).toMatchObject({
        code: 'VITRIAL_PROVIDER_KEY_MISSING',
        message: expect.stringContaining('ACME_KEY'),
      })
      expect(String(error)).not.toContain(key)
    },
  )
})

const fast = { provider: 'acme', model: 'fast' }

describe('what a provider finally refuses', () => {
  it.each<[string, number, string, RegExp]>([
    [
      'a wrong key',
      401,
      '{"error":{"message":"No such key"}}',
      /HTTP 401 \(No such key\)\..* variable ACME_KEY/,
    ],
    ['a forbidden model', 403, '', /HTTP 403\..* variable ACME_KEY/],
    ['no credit', 402, '', /HTTP 402\. Add credit .* provider acme/],
    ['a quota', 429, '{"error":{"code":"insufficient_quota"}}', /insufficient_quota\. Add credit/],
    [
      'a wrong path',
      404,
      '',
      /HTTP 404\. Check the model's id "acme-fast-2".*\/api\/chat\/completions, whose path has no \/v1/,
    ],
    ['a page', 200, '<html><title>Hello</title></html>', /a web page .*\(Hello\)\. Check the model's id/],
  ])('is told beyond the agent, with what to do about %s', async (_, status, body, told) => {
    await using upstream = await startUpstream((_request, response) =>
      response.writeHead(status, json).end(body),
    )
    await using opened = await through({ baseURL: upstream.baseURL.replace('/v1', '') })
    const response = await opened.post(chat('fast', { stream: true }))
    expect([response.status, await response.text()]).toEqual([status, body])
    await opened.ended(1)
    expect(opened.exchanges[0]?.fate).toMatchObject({ is: 'failed', final: true })
    expect(opened.access.failure.reason).toMatchObject({
      code: 'VITRIAL_INFRA_PROVIDER',
      message: expect.stringMatching(told),
    })
    expect(opened.gateway.finalFailureOf(fast)).toBe(opened.access.failure.reason)
    await opened.gateway.prepare(fast)
    expect(opened.gateway.finalFailureOf(fast)).toBeUndefined()
  })

  it('is not final for a name and an address that were right before', async () => {
    let calls = 0
    await using upstream = await startUpstream((_request, response) => {
      calls += 1
      if (calls === 1) response.writeHead(200, eventStream).end(events(said))
      else response.writeHead(404, json).end('')
    })
    await using opened = await through(upstream)
    for (let call = 0; call < 2; call += 1) await (await opened.post(chat('fast', { stream: true }))).text()
    expect(opened.exchanges.map(({ fate }) => fate)).toEqual([
      { is: 'served' },
      { is: 'failed', reason: 'HTTP 404' },
    ])
    expect(opened.access.failure.aborted).toBe(false)
  })
})
