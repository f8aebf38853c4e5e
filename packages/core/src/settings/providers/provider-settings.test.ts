import { expect, test } from 'vitest'
import { declaredOptions, modelEntrySchema, providerSettingsSchema } from './provider-settings.ts'

test.each([-0.01, 100_000.01, Number.POSITIVE_INFINITY, Number.NaN, '3'])(
  'takes %s for no price',
  (price) => {
    for (const cost of [
      { input: price, output: 1 },
      { input: 1, output: price },
      { input: 1, output: 1, cache_read: price },
      { input: 1, output: 1, cache_write: price },
    ]) {
      expect(modelEntrySchema.safeParse({ cost }).success).toBe(false)
    }
    expect(modelEntrySchema.safeParse({ cost: { input: 0, output: 100_000 } }).success).toBe(true)
  },
)

test('puts the options of the chosen variant over those of the model, as OpenCode does', () => {
  const entry = {
    options: { temperature: 0, provider: { order: ['a'], quantizations: ['fp8'] } },
    variants: { high: { effort: 'high', provider: { order: ['b'] } }, low: { effort: 'low' } },
  }
  const ref = { provider: 'acme', model: 'fast' }
  expect(declaredOptions(entry, ref)).toEqual(entry.options)
  expect(declaredOptions(entry, { ...ref, variant: 'toString' })).toEqual(entry.options)
  expect(declaredOptions({}, { ...ref, variant: 'high' })).toEqual({})
  expect(declaredOptions(entry, { ...ref, variant: 'high' })).toEqual({
    temperature: 0,
    effort: 'high',
    provider: { order: ['b'], quantizations: ['fp8'] },
  })
})

test('takes a block of OpenCode’s own configuration as it is', () => {
  const block = {
    npm: '@ai-sdk/openai-compatible',
    name: 'Acme',
    options: {
      baseURL: 'https://api.acme.example/v1',
      headers: { 'x-org': 'ours', 'X-Key': '{env:ACME_ORG}' },
    },
    models: {
      large: {
        name: 'Large',
        family: 'acme',
        release_date: '2026-01-01',
        attachment: true,
        reasoning: true,
        reasoning_options: [{ type: 'effort', values: ['low', 'high'] }],
        temperature: false,
        tool_call: true,
        interleaved: { field: 'reasoning_content' },
        modalities: { input: ['text', 'image'], output: ['text'] },
        experimental: false,
        status: 'beta',
        cost: { input: 1, output: 2, context_over_200k: { input: 2, output: 4 } },
        limit: { context: 400_000, input: 300_000, output: 64_000 },
        headers: { 'x-model': 'large' },
      },
    },
  }

  expect(providerSettingsSchema.parse(block)).toEqual(block)
})

test.each([
  ['npm', { npm: '@ai-sdk/anthropic' }, /speaks OpenAI's chat completions/],
  ['a key in a header', { options: { headers: { 'x-api-key': 'abc123' } } }, /"\{env:NAME\}"/],
  ['a header of the gateway', { options: { headers: { Host: 'other' } } }, /gateway sets this header itself/],
  ['a second header', { options: { headers: { 'x-a': '1\r\nx-b: 2' } } }, /printable ASCII/],
  ['no name', { models: { large: { headers: { 'x a': '1' } } } }, /not the name of a header/],
])('refuses %s', (_, block, message) => {
  const { error } = providerSettingsSchema.safeParse(block)
  expect(error?.issues.map((issue) => issue.message)).toEqual([expect.stringMatching(message)])
  expect(JSON.stringify(error?.issues)).not.toContain('abc123')
})
