import { describe, expect, it } from 'vitest'
import { reportedTokens } from './reported-tokens.ts'

const report = (usage: object): ReturnType<typeof reportedTokens> => reportedTokens({ usage })

describe('reportedTokens', () => {
  it('reads what is in the prompt and the completion', () => {
    expect(
      report({
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 3 },
        completion_tokens_details: { reasoning_tokens: 2 },
      }),
    ).toEqual({
      inputTokens: 10,
      outputTokens: 5,
      reasoningTokens: 2,
      cacheReadTokens: 4,
      cacheWriteTokens: 3,
    })
  })

  it('adds reasoning that the provider counts apart from the completion', () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 5,
      total_tokens: 17,
      completion_tokens_details: { reasoning_tokens: 2 },
    }
    expect(report(usage)).toMatchObject({ outputTokens: 7, reasoningTokens: 2 })
  })

  it('reads caches where other providers report them', () => {
    const base = { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: null }
    expect(report({ ...base, prompt_cache_hit_tokens: 6 })).toMatchObject({ cacheReadTokens: 6 })
    expect(report({ ...base, cache_creation_input_tokens: 6 })).toMatchObject({ cacheWriteTokens: 6 })
  })

  it.each([
    ['more cached than asked', { prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 11 } }],
    ['more read and written than asked', { cache_read_input_tokens: 6, cache_creation_input_tokens: 5 }],
    ['more reasoning than writing', { completion_tokens_details: { reasoning_tokens: 6 } }],
    ['less than nothing', { prompt_tokens: -1 }],
    ['less than nothing of a kind', { prompt_tokens_details: { cached_tokens: -1 } }],
    ['a fraction', { completion_tokens: 0.5 }],
    ['more than there can be', { prompt_tokens: 1e12 }],
    ['infinitely many', { prompt_tokens: JSON.parse('1e999') }],
    ['a text', { prompt_tokens: '10' }],
    ['one count alone', { completion_tokens: undefined }],
  ])('does not believe %s', (_what, usage) => {
    expect(report({ prompt_tokens: 10, completion_tokens: 5, ...usage })).toBe('unbelievable')
  })

  it.each([undefined, null, 'text', {}, { usage: null }, { usage: {} }, { usage: { cost: 1 } }])(
    'takes %j for no report',
    (completion) => {
      expect(reportedTokens(completion)).toBeUndefined()
    },
  )
})
