import { errorMessage } from '@vitrial/core/errors'
import { describe, expect, it } from 'vitest'
import { chat, openGateway, type OpenedGateway } from '../../endpoint/opened-gateway.fixture.ts'
import type { ImportedScenario, LoadScenario } from './scenario-module.ts'
import type { Scenario } from './scenario.ts'

const imported = (exports: unknown): ImportedScenario => ({ file: 'scripted/careful.ts', exports })

const play = (scenario: Scenario, more: object = {}): Promise<OpenedGateway> =>
  openGateway('scripted/careful', { loadScenario: async () => imported({ default: scenario, ...more }) })

const fromTheScenario: Scenario = () => ({ text: 'from the scenario' })

interface Delta {
  readonly role?: string
  readonly content?: string
  readonly reasoning_content?: string
  readonly tool_calls?: readonly { readonly id?: string; readonly index: number }[]
}

interface Chunk {
  readonly choices: readonly { readonly delta: Delta; readonly finish_reason: unknown }[]
  readonly usage?: unknown
}

const chunksOf = (text: string): readonly Chunk[] =>
  text
    .split('\n\n')
    .filter((line) => line !== '' && line !== 'data: [DONE]')
    .map((line) => JSON.parse(line.slice('data: '.length)))

describe('the scripted provider', () => {
  it('streams reasoning, text and tool calls as OpenAI does', async () => {
    await using opened = await play(() => ({
      reasoning: 'The dialect is not given, so I should ask.',
      text: 'Which SQL dialect is it\u{1F600} Postgres or MySQL?',
      toolCalls: [
        { name: 'bash', args: { command: 'ls' } },
        { name: 'read', rawArgs: '{"broken' },
      ],
    }))
    const response = await opened.post(
      chat('careful', { stream: true, stream_options: { include_usage: true } }),
    )
    const text = await response.text()
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)

    const chunks = chunksOf(text)
    const deltas = chunks.flatMap((chunk) => chunk.choices.map((choice) => choice.delta))
    const joined = (name: 'content' | 'reasoning_content'): string =>
      deltas.map((delta) => delta[name] ?? '').join('')
    expect(deltas[0]).toEqual({ role: 'assistant', content: '' })
    expect(joined('reasoning_content')).toBe('The dialect is not given, so I should ask.')
    expect(joined('content')).toBe('Which SQL dialect is it\u{1F600} Postgres or MySQL?')
    expect(text).not.toContain('\\ud83d')
    const calls = deltas.flatMap((delta) => delta.tool_calls ?? [])
    expect(calls.filter((call) => call.id).map((call) => call.index)).toEqual([0, 1])
    expect(JSON.stringify(calls)).toContain('{\\"broken')
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls')
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } })
    expect(opened.exchanges).toHaveLength(1)
    expect(opened.exchanges[0]?.response).toEqual({ status: 200, text })
  })

  it('answers in one piece where no stream is asked for', async () => {
    await using opened = await play(() => ({ text: 'Done.', usage: { inputTokens: 7, cacheReadTokens: 3 } }))
    const response = await opened.post(chat('careful'))
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'Done.' } }],
      usage: { prompt_tokens: 7, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 3 } },
    })
    expect(opened.access.usage()).toMatchObject({ calls: 1, inputTokens: 7, outputTokens: 2, costUsd: null })
  })

  it('counts the same request and reply the same, in calls and in cost', async () => {
    await using opened = await openGateway('scripted/careful', {
      loadScenario: async () => imported({ default: () => ({ text: 'Twelve chars', reasoning: 'four' }) }),
      providers: { scripted: { models: { careful: { cost: { input: 0, output: 1_000_000 } } } } },
    })
    await (await opened.post(chat('careful'))).text()
    await (await opened.post(chat('careful', { stream: true }))).text()
    const [first, second] = opened.exchanges
    expect(first?.usage).toMatchObject({ outputTokens: 4, reasoningTokens: 1, costUsd: 4 })
    expect(second?.usage).toEqual(first?.usage)
    expect(opened.access.usage()).toMatchObject({ calls: 2, costUsd: 8 })
  })

  it('tells the turn by the assistant messages since the user spoke', async () => {
    await using opened = await play((_request, turn) => ({ text: `turn ${turn}` }))
    const assistant = { role: 'assistant', content: null, tool_calls: [] }
    const user = { role: 'user', content: 'x' }
    const tool = { role: 'tool', content: 'ok', tool_call_id: 'call_1' }
    const turnOf = async (...messages: object[]): Promise<string> =>
      (await opened.post(chat('careful', { messages }))).text()
    expect(await turnOf(user)).toContain('turn 0')
    expect(await turnOf(user, assistant, tool, assistant, tool)).toContain('turn 2')
    expect(await turnOf(user, assistant, user)).toContain('turn 0')
  })

  it('answers requests without tools by itself unless the scenario wants them', async () => {
    await using byDefault = await play(fromTheScenario)
    const request = chat('careful', { tools: undefined })
    expect(await (await byDefault.post(request)).text()).toContain('Scripted reply')
    await using wanted = await play(fromTheScenario, { withoutTools: () => ({ text: 'A title' }) })
    expect(await (await wanted.post(request)).text()).toContain('A title')
  })

  it('answers with the error a scenario wants, at no cost', async () => {
    await using opened = await play(() => ({
      error: { status: 429, message: 'Slow down', retryAfterS: 3 },
    }))
    const response = await opened.post(chat('careful', { stream: true }))
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('3')
    expect(await response.json()).toMatchObject({ error: { message: 'Slow down' } })
    expect(opened.access.usage()).toMatchObject({ calls: 1, outputTokens: 0, costUsd: 0 })
  })

  it('waits as long as a reply says', async () => {
    await using opened = await play(() => ({ text: 'late', delayMs: 80 }))
    const before = performance.now()
    await (await opened.post(chat('careful'))).text()
    expect(performance.now() - before).toBeGreaterThan(70)
  })

  it('ends a hanging reply when the agent hangs up, with unknown cost', async () => {
    await using opened = await play(() => ({ text: 'I am going to', hang: true }))
    const hangUp = new AbortController()
    const response = await opened.post(chat('careful', { stream: true }), { signal: hangUp.signal })
    const reader = response.body?.getReader()
    let seen = ''
    while (!seen.includes('going to')) seen += Buffer.from((await reader?.read())?.value ?? []).toString()
    hangUp.abort()
    await opened.ended(1)
    expect(opened.exchanges[0]).toMatchObject({ response: { status: 200, aborted: true } })
    expect(opened.exchanges[0]?.response.text).toContain('going to')
    expect(opened.access.usage()).toMatchObject({ calls: 1, costUsd: null })
  })

  it.each([
    ['returns nonsense', () => ({ txt: 'typo' }), /not a reply.*txt/s],
    ['returns nothing', () => undefined, /not a reply/],
    ['calls a tool without arguments', () => ({ toolCalls: [{ name: 'bash' }] }), /needs args/],
    ['throws', () => Promise.reject(new Error('no such row')), /threw in turn 0: no such row\. Correct it/],
  ])('says what is wrong with a scenario that %s', async (_case, scenario, wrong) => {
    await using opened = await openGateway('scripted/careful', {
      loadScenario: async () => imported({ default: scenario }),
    })
    const response = await opened.post(chat('careful', { stream: true }))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'VITRIAL_INFRA_SCENARIO', message: expect.stringMatching(wrong) },
    })
    expect(opened.exchanges[0]?.error).toMatch(wrong)
    expect(opened.exchanges[0]?.error).toMatch(/^VITRIAL_INFRA_SCENARIO: The scenario scripted\/careful\.ts /)
    expect(opened.access.usage()).toMatchObject({ calls: 1, costUsd: 0 })
    expect(opened.access.failure.reason).toMatchObject({ code: 'VITRIAL_INFRA_SCENARIO' })
  })

  it('keeps parallel runs apart', async () => {
    await using opened = await play((request, turn) => ({
      text: `${request.messages.map(({ content }) => (typeof content === 'string' ? content : '')).join('')} at ${turn}`,
      delayMs: Math.random() * 20,
    }))
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const messages = [{ role: 'user', content: `run ${index};` }]
        const response = await opened.post(chat('careful', { messages, stream: index % 2 === 0 }))
        const text = await response.text()
        return index % 2 === 0
          ? chunksOf(text)
              .map((chunk) => chunk.choices[0]?.delta.content ?? '')
              .join('')
          : text
      }),
    )
    for (const [index, answer] of answers.entries()) expect(answer).toContain(`run ${index}; at 0`)
    expect(new Set(opened.exchanges.map((exchange) => exchange.callId)).size).toBe(100)
    expect(opened.access.usage().calls).toBe(100)
  })
})

const prepare = async (loadScenario: LoadScenario): Promise<unknown> => {
  await using opened = await openGateway('scripted/careful', { loadScenario })
  return opened.gateway.prepare({ provider: 'scripted', model: 'careful' }).catch((error: unknown) => error)
}

describe('preparing a scripted model', () => {
  it('accepts a scenario', async () => {
    expect(await prepare(async () => imported({ default: () => ({}) }))).toBeUndefined()
  })

  it('says where a missing scenario belongs', async () => {
    const error = await prepare(async () => undefined)
    expect(error).toMatchObject({ code: 'VITRIAL_SCENARIO_MISSING' })
    expect(errorMessage(error)).toContain('scripted/careful.ts')
  })

  it('refuses a module that is not a scenario, or does not load', async () => {
    expect(await prepare(async () => imported({ default: 'text' }))).toMatchObject({
      code: 'VITRIAL_SCENARIO_INVALID',
    })
    const cause = new SyntaxError('Unexpected token')
    expect(await prepare(() => Promise.reject(cause))).toMatchObject({
      code: 'VITRIAL_SCENARIO_INVALID',
      cause,
    })
  })
})
