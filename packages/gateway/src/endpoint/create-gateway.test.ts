import { connect } from 'node:net'
import { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ByteStream } from '@vitrial/core/ports'
import { describe, expect, it } from 'vitest'
import { chat, openGateway, type OpenedGateway } from './opened-gateway.fixture.ts'
import type { ScenarioReply } from '../providers/scripted/scenario.ts'

const play = (reply: ScenarioReply = { text: 'Hello' }, options: object = {}): Promise<OpenedGateway> =>
  openGateway('scripted/careful', {
    loadScenario: async () => ({ file: 'scripted/careful.ts', exports: { default: () => reply } }),
    ...options,
  })

describe('an access', () => {
  it('has a token of its own that opens the gateway until it is disposed', async () => {
    await using opened = await play()
    const other = opened.open()
    expect(other.token).not.toBe(opened.access.token)
    expect(Buffer.from(other.token, 'base64url')).toHaveLength(32)
    expect((await opened.post(chat('careful'), { token: other.token })).status).toBe(200)
    other[Symbol.dispose]()
    const refused = await opened.post(chat('careful'), { token: other.token })
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ error: { code: 'invalid_api_key' } })
    expect((await opened.post(chat('careful'))).status).toBe(200)
  })

  it.each(['wrong', ''])('is not opened by the token %j', async (token) => {
    await using opened = await play()
    expect((await opened.post(chat('careful'), { token })).status).toBe(401)
    expect((await fetch(`${opened.gateway.url}/models`)).status).toBe(401)
    expect(opened.exchanges).toHaveLength(0)
  })

  it('counts and reports only its own calls', async () => {
    await using opened = await play()
    const stages: string[] = []
    const judge = opened.open({ stage: 'judge', onExchange: ({ stage }) => stages.push(stage) })
    await (await opened.post(chat('careful'))).text()
    await (await opened.post(chat('careful'), { token: judge.token })).text()
    await (await opened.post(chat('careful'), { token: judge.token })).text()
    expect(stages).toEqual(['judge', 'judge'])
    expect(opened.exchanges.map(({ stage }) => stage)).toEqual(['candidate'])
    expect(judge.usage().calls).toBe(2)
    expect(opened.access.usage().calls).toBe(1)
  })

  it('ends its calls in flight, and has handed over all of them when it is gone', async () => {
    await using opened = await play({ text: 'Wait', hang: true })
    const responses = await Promise.all([
      opened.post(chat('careful', { stream: true })),
      opened.post(chat('careful', { stream: true })),
    ])
    opened.access[Symbol.dispose]()
    expect(opened.exchanges.map(({ response }) => response.aborted)).toEqual([true, true])
    for (const response of responses) await expect(response.text()).rejects.toThrow()
    opened.access[Symbol.dispose]()
    expect(opened.exchanges).toHaveLength(2)
  })

  it('says when it is disposed that its owner could not take a call', async () => {
    await using opened = await play()
    const cause = new Error('disk full')
    const access = opened.open({
      onExchange() {
        throw cause
      },
    })
    expect((await opened.post(chat('careful'), { token: access.token })).status).toBe(200)
    expect(access.usage().calls).toBe(1)
    expect(() => access[Symbol.dispose]()).toThrow(
      expect.objectContaining({ code: 'VITRIAL_INFRA_RECORDING', cause }),
    )
  })

  it('costs nothing by a request that never became whole', async () => {
    await using opened = await play()
    const [inside, outside] = duplexPair()
    opened.gateway.accept(outside)
    inside.write(rawRequest(opened.access.token, chat('careful')).slice(0, -10))
    await expect.poll(() => outside.readableFlowing).toBe(true)
    inside.destroy()
    outside.destroy()
    await opened.ended(1)
    expect(opened.exchanges[0]).toMatchObject({
      response: { aborted: true },
      usage: { calls: 0, costUsd: 0 },
    })
  })
})

describe('a flood of requests', () => {
  const limits = { accessBytes: 50_000, accessCalls: 4, shareBytes: 1000, poolBytes: 60_000, keptBytes: 5000 }
  const large = chat('careful', { messages: [{ role: 'user', content: 'x'.repeat(30_000) }], stream: true })

  it('is refused to the run that makes it, and costs it and others nothing', async () => {
    await using opened = await play({ text: 'Wait', hang: true }, { budgetLimits: limits })
    const first = await opened.post(large)
    expect(first.status).toBe(200)
    const others = await Promise.all(Array.from({ length: 10 }, () => opened.post(large)))
    for (const other of others) {
      expect(other.status).toBe(400)
      expect(await other.json()).toMatchObject({ error: { code: 'too_much_under_way' } })
    }
    expect(opened.access.usage()).toMatchObject({ calls: 0, costUsd: 0 })
    const neighbour = opened.open()
    expect((await opened.post(chat('careful', { stream: true }), { token: neighbour.token })).status).toBe(
      200,
    )
    // What has ended makes room.
    await first.body?.cancel()
    await opened.ended(11)
    expect((await opened.post(large)).status).toBe(200)
  })

  it('is refused where there are too many calls, however small', async () => {
    await using opened = await play({ text: 'Wait', hang: true }, { budgetLimits: limits })
    const post = async (): Promise<number> => (await opened.post(chat('careful', { stream: true }))).status
    const statuses = await Promise.all(Array.from({ length: 6 }, post))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 400, 400])
  })

  it('lets a large request of another run wait until there is room', async () => {
    await using opened = await play({ text: 'Wait', hang: true }, { budgetLimits: limits })
    const [one, two, three] = [opened.access, opened.open(), opened.open()]
    const first = await opened.post(large, { token: one.token })
    await opened.post(large, { token: two.token })
    const waiting = opened.post(large, { token: three.token })
    const small = await opened.post(chat('careful', { stream: true }), { token: opened.open().token })
    expect(small.status).toBe(200)
    await first.body?.cancel()
    expect((await waiting).status).toBe(200)
  })

  it('keeps no more of the answers under way than it may', async () => {
    await using opened = await play({ text: 'x'.repeat(20_000), hang: true }, { budgetLimits: limits })
    const responses = await Promise.all([1, 2, 3].map(() => opened.post(chat('careful', { stream: true }))))
    await Promise.all(responses.map(async (response) => await response.body?.getReader().read()))
    opened.access[Symbol.dispose]()
    const kept = opened.exchanges.map(({ response }) => response.text.length)
    expect(kept.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(5000)
    expect(opened.exchanges.some(({ response }) => response.truncated)).toBe(true)
  })

  it('of 40 requests of 31 MiB does not fill the memory', async () => {
    await using opened = await play({ text: 'Wait', hang: true })
    const body = JSON.stringify(
      chat('careful', { messages: [{ role: 'user', content: 'x'.repeat(31 << 20) }] }),
    )
    const bytes = Buffer.from(body)
    const { port } = new URL(opened.gateway.url)
    const before = process.memoryUsage.rss()
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5)
    const head = [
      'POST /v1/chat/completions HTTP/1.1',
      'host: gateway',
      `authorization: Bearer ${opened.access.token}`,
      `content-length: ${bytes.byteLength}`,
    ]
    const sockets = Array.from({ length: 40 }, () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      // Without its end, which would hang up.
      socket.write(bytes)
      return socket
    })
    await opened.ended(39)
    clearInterval(watch)
    for (const socket of sockets) socket.destroy()
    expect(opened.exchanges.every(({ error }) => error?.startsWith('too_much_under_way'))).toBe(true)
    expect(most - before).toBeLessThan(400 * 1024 * 1024)
  })
})

describe('the routes', () => {
  it('list the granted model and no other', async () => {
    await using opened = await play()
    const headers = { authorization: `Bearer ${opened.access.token}` }
    const models = await (await fetch(`${opened.gateway.url}/models`, { headers })).json()
    expect(models).toMatchObject({ object: 'list', data: [{ id: 'careful' }] })
  })

  it('answer everything else with 404', async () => {
    await using opened = await play()
    const response = await opened.post(chat('careful'), { path: '/responses' })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining('/v1/responses') },
    })
  })

  it.each([
    [403, chat('hasty'), /"hasty" is not granted.*"careful"/],
    [400, 'no JSON', /Not a chat request/],
    [400, { model: 'careful' }, /messages/],
    [400, chat('careful', { messages: [{ role: 'wizard' }] }), /role/],
    [
      400,
      `{"model":"careful","messages":${'['.repeat(900)}${']'.repeat(900)}}`,
      /request_too_deep.*100 levels/,
    ],
    [400, chat('careful', { messages: ['x'.repeat(3000)] }), /request_too_large.*larger than 2000 bytes/],
  ])('turn down what cannot be served with %i, as no call', async (status, body, message) => {
    await using opened = await play({}, { requestLimitBytes: 2000 })
    const response = await opened.post(body)
    expect(response.status).toBe(status)
    expect(await response.text()).toMatch(/"error"/)
    expect(opened.exchanges).toHaveLength(1)
    expect(opened.exchanges[0]?.error).toMatch(message)
    expect(opened.access.usage()).toMatchObject({ calls: 0, costUsd: 0 })
  })

  it('turn down a body of unknown length as soon as it is too long', async () => {
    await using opened = await play({}, { requestLimitBytes: 2000 })
    const body = new ReadableStream({
      start(controller) {
        for (let piece = 0; piece < 100; piece += 1) controller.enqueue(Buffer.alloc(1000, 0x20))
        controller.close()
      },
    })
    const headers = { authorization: `Bearer ${opened.access.token}` }
    const request = { method: 'POST', headers, body, duplex: 'half' } as const
    expect((await fetch(`${opened.gateway.url}/chat/completions`, request)).status).toBe(400)
  })
})

/** Two ends of one pipe, as a tunnel has them: no sockets. */
function duplexPair(): [Duplex, Duplex] {
  const waiting = new Map<Duplex, () => void>()
  const end = (): Duplex =>
    new Duplex({
      read() {
        const written = waiting.get(this)
        waiting.delete(this)
        written?.()
      },
      write(chunk, _encoding, written) {
        const to = peerOf(this)
        if (to.push(chunk)) written()
        else waiting.set(to, written)
      },
      final(ended) {
        peerOf(this).push(null)
        ended()
      },
    })
  const pair: [Duplex, Duplex] = [end(), end()]
  const peerOf = (one: Duplex): Duplex => (one === pair[0] ? pair[1] : pair[0])
  return pair
}

function rawRequest(token: string, body: object): string {
  const json = JSON.stringify(body)
  return [
    'POST /v1/chat/completions HTTP/1.1',
    'host: gateway',
    'connection: close',
    `authorization: Bearer ${token}`,
    `content-length: ${Buffer.byteLength(json)}`,
    '',
    json,
  ].join('\r\n')
}

/** Only what core's port asks of a stream. */
function bare(stream: Duplex): ByteStream {
  return {
    write: (chunk) => stream.write(chunk),
    end: () => stream.end(),
    destroy: (error) => stream.destroy(error),
    once: (event, listener) => stream.once(event, listener),
    [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](),
  }
}

describe('a connection out of a sandbox', () => {
  it.each([
    ['a duplex', (stream: Duplex): ByteStream => stream],
    ['a bare byte stream', bare],
  ])('is served over %s that is no socket', async (_kind, handed) => {
    await using opened = await play({ text: 'x'.repeat(100_000) })
    const [inside, outside] = duplexPair()
    opened.gateway.accept(handed(outside))
    inside.write(rawRequest(opened.access.token, chat('careful', { stream: true })))
    // A slow reader: everything in between is full before it begins.
    await expect.poll(() => outside.writableLength).toBeGreaterThan(0)
    const answer = await text(inside)
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/)
    expect(answer).toContain('data: [DONE]')
    expect(opened.exchanges).toHaveLength(1)
  })

  it('ends its call when the sandbox ends its side', async () => {
    await using opened = await play({ text: 'Wait', hang: true })
    const [inside, outside] = duplexPair()
    opened.gateway.accept(outside)
    inside.write(rawRequest(opened.access.token, chat('careful', { stream: true })))
    let answer = ''
    for await (const chunk of inside) {
      answer += String(chunk)
      if (answer.includes('Wait')) inside.end()
    }
    expect(answer).toContain('Wait')
    await opened.ended(1)
    expect(opened.exchanges[0]?.response.aborted).toBe(true)
    expect(outside.destroyed).toBe(true)
  })

  it('is closed when the gateway is gone', async () => {
    const opened = await play()
    await opened[Symbol.asyncDispose]()
    const [, outside] = duplexPair()
    opened.gateway.accept(outside)
    expect(outside.destroyed).toBe(true)
  })
})

describe('disposing the gateway', () => {
  it('ends calls, tokens, connections and the port', async () => {
    const opened = await play({ text: 'Wait', hang: true })
    const { url } = opened.gateway
    const [inside, outside] = duplexPair()
    opened.gateway.accept(outside)
    inside.write(rawRequest(opened.access.token, chat('careful', { stream: true })))
    const idle = connect(Number(new URL(url).port), '127.0.0.1')
    const response = await opened.post(chat('careful', { stream: true }))
    await Promise.all([opened[Symbol.asyncDispose](), opened[Symbol.asyncDispose]()])

    await expect(response.text()).rejects.toThrow()
    expect(opened.exchanges.map((exchange) => exchange.response.aborted)).toEqual([true, true])
    expect(outside.destroyed).toBe(true)
    await text(idle)
    await expect(fetch(`${url}/models`)).rejects.toThrow()
    expect(() => opened.open()).toThrow(/closed/)
  })

  it('has no url before it listens, and the same one however often it is asked to', async () => {
    await using opened = await play()
    const { url } = opened.gateway
    await opened.gateway.listen()
    expect(opened.gateway.url).toBe(url)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  })
})

describe('entryOf', () => {
  it('is empty for a model without an entry, whatever its name', async () => {
    await using opened = await play({}, { providers: { acme: { models: { fast: { name: 'Fast' } } } } })
    expect(opened.gateway.entryOf({ provider: 'acme', model: 'fast' })).toEqual({ name: 'Fast' })
    expect(opened.gateway.entryOf({ provider: 'acme', model: 'constructor' })).toEqual({})
    expect(opened.gateway.entryOf({ provider: 'toString', model: 'fast' })).toEqual({})
    expect(opened.gateway.isScripted({ provider: 'scripted', model: 'x' })).toBe(true)
    expect(opened.gateway.isScripted({ provider: 'acme', model: 'fast' })).toBe(false)
  })
})
