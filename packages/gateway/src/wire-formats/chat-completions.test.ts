import { describe, expect, test } from 'vitest'
import { chatCompletions, type ChatBody } from './chat-completions.ts'

const right: ChatBody = { model: 'fast', messages: [{ role: 'user', content: 'Write a query' }] }
const bash = {
  type: 'function',
  function: { name: 'bash', description: 'Runs', parameters: { type: 'object' } },
}
const pass = (more: object, declared: Readonly<Record<string, unknown>> = {}) =>
  chatCompletions.pass({ ...right, ...more }, declared)
const say = (content: unknown) => ({ messages: [{ role: 'user', content }] })
const leftOutPart = { type: 'text', text: '[left out: it is not part of the request itself]' }

describe('what passes', () => {
  test.each<[string, object]>([
    [
      'what OpenCode 1.18.33 sends',
      {
        max_tokens: 5000,
        temperature: 0.1,
        top_p: 0.95,
        reasoning_effort: 'low',
        verbosity: 'low',
        prompt_cache_key: 'ses_1',
        tools: [bash],
        tool_choice: 'auto',
        stream: true,
        stream_options: { include_usage: true },
        messages: [
          { role: 'system', content: 'Work', cache_control: { type: 'ephemeral' } },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'See http://example.com', cache_control: { type: 'ephemeral' } },
              { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
              { type: 'file', file: { filename: 'C:a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
              { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
            ],
          },
          {
            role: 'assistant',
            content: null,
            reasoning_content: 'Hm',
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'bash', arguments: '{"n":2}' } }],
          },
          { role: 'tool', tool_call_id: 'a', content: 'out' },
        ],
      },
    ],
    [
      'what other agents set',
      {
        max_completion_tokens: 10,
        seed: 1,
        stop: ['x'],
        top_k: 4,
        min_p: 0.1,
        presence_penalty: 0,
        frequency_penalty: 0,
        logit_bias: { 1: 2 },
        parallel_tool_calls: false,
        response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { n: 1 } } },
        tools: [bash],
        tool_choice: { type: 'function', function: { name: 'bash' } },
        reasoning: { effort: 'high', max_tokens: 5 },
        user: 'u',
      },
    ],
  ])('is all of %s', (_name, more) => {
    const { body, leftOut } = pass(more)
    expect(leftOut).toEqual([])
    expect(body).toEqual({ ...right, ...more })
  })
})

describe('what is left out, and named', () => {
  test.each<[string, object, object, readonly string[]]>([
    ['other models', { models: ['dear'], route: 'fallback' }, {}, ['models', 'route']],
    ['where it is served', { provider: { order: ['a'] }, transforms: ['b'] }, {}, ['provider', 'transforms']],
    [
      'plugins and searches',
      { plugins: [{ id: 'web' }], web_search_options: {} },
      {},
      ['plugins', 'web_search_options'],
    ],
    ['another price', { n: 5, service_tier: 'priority' }, {}, ['n', 'service_tier']],
    ['what stays there', { store: true, metadata: { a: 'b' } }, {}, ['store', 'metadata']],
    ['speech', { modalities: ['audio'], audio: { voice: 'x' } }, {}, ['modalities', 'audio']],
    ['what nobody knows', { extra_body: { n: 5 }, tomorrow: 1 }, {}, ['extra_body', 'tomorrow']],
    [
      'names of objects',
      JSON.parse('{"__proto__":{"n":5},"constructor":1,"toString":2}'),
      {},
      ['__proto__', 'constructor', 'toString'],
    ],
    [
      'a tool of the provider',
      { tools: [{ type: 'web_search' }, bash] },
      { tools: [bash] },
      ['tools[](web_search)'],
    ],
    [
      'the only tool, and the choice of it',
      { tools: [{ type: 'code_interpreter', container: 'auto' }], tool_choice: 'required' },
      {},
      ['tools[](code_interpreter)'],
    ],
    [
      'what a tool says beside its function',
      { tools: [{ ...bash, server_url: 'http://a', function: { ...bash.function, url: 'http://b' } }] },
      { tools: [bash] },
      ['tools[].function.url', 'tools[].server_url'],
    ],
    ['a list where an object belongs', { stream_options: [{ n: 1 }] }, {}, ['stream_options']],
    [
      'a nested field',
      { stream_options: { include_usage: true, n: 1 } },
      { stream_options: { include_usage: true } },
      ['stream_options.n'],
    ],
    [
      'an image at an address',
      say([{ type: 'image_url', image_url: { url: 'https://example.com/?q=secret' } }]),
      say([leftOutPart]),
      ['messages[].content[].image_url.url'],
    ],
    [
      'an image at a bare address',
      say([{ type: 'image_url', image_url: 'http://a' }]),
      say([leftOutPart]),
      ['messages[].content[].image_url'],
    ],
    [
      'a file at an address',
      say([{ type: 'file', file: { filename: 'a', file_data: 'https://example.com/a.pdf' } }]),
      say([leftOutPart]),
      ['messages[].content[].file.file_data'],
    ],
    [
      'a file that lies at the provider',
      say([{ type: 'file', file: { file_id: 'file-1' } }]),
      say([leftOutPart]),
      ['messages[].content[].file.file_id'],
    ],
    [
      'a part of a kind of its own',
      say([
        { type: 'video_url', video_url: { url: 'http://a' } },
        { type: 'text', text: 'Hm', n: 1 },
      ]),
      say([leftOutPart, { type: 'text', text: 'Hm' }]),
      ['messages[].content[](video_url)', 'messages[].content[].n'],
    ],
    [
      'a longer cache',
      {
        messages: [
          { role: 'user', content: 'x', cache_control: { type: 'ephemeral', ttl: '1h' }, audio: { id: 'a' } },
        ],
      },
      { messages: [{ role: 'user', content: 'x', cache_control: { type: 'ephemeral' } }] },
      ['messages[].cache_control.ttl', 'messages[].audio'],
    ],
  ])('are %s', (_name, more, passed, leftOut) => {
    const given = pass(more)
    expect(given.body).toEqual({ ...right, ...passed })
    expect(given.leftOut).toEqual(leftOut)
  })

  test('are few and short names, whatever the agent calls them', () => {
    const odd = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`${'x'.repeat(500)}${index}`, 1]),
    )
    const { leftOut } = pass(odd)
    expect(leftOut).toHaveLength(20)
    expect(Math.max(...leftOut.map((name) => name.length))).toBeLessThan(110)
  })
})

describe('an option that the benchmark declares', () => {
  const declared = { service_tier: 'flex', provider: { order: ['a'] } }

  test('passes with the declared value', () => {
    const { body, leftOut } = pass({ service_tier: 'flex', provider: { order: ['a'] } }, declared)
    expect(body).toMatchObject(declared)
    expect(leftOut).toEqual([])
  })

  test('does not with another', () => {
    const { body, leftOut } = pass({ service_tier: 'priority', provider: { order: ['b'] } }, declared)
    expect(body).toEqual(right)
    expect(leftOut).toEqual(['service_tier', 'provider'])
  })
})
