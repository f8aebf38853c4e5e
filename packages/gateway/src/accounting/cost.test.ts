import { addUsage, noUsage } from '@vitrial/core/recording'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { costOf, unbilledUsage, unknownUsage, usageOf } from './cost.ts'

const prices = { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 }
const none = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 }

const count = fc.nat({ max: 10_000_000 })
const price = fc.double({ min: 0, max: 1000, noNaN: true })
const tokensArbitrary = fc.record({
  inputTokens: count,
  outputTokens: count,
  reasoningTokens: count,
  cacheReadTokens: count,
  cacheWriteTokens: count,
})

describe('costOf', () => {
  it('charges a call that reads more than 200,000 tokens at its prices, and no other', () => {
    const tiered = { ...prices, context_over_200k: { input: 6, output: 22.5 } }
    const long = { ...none, inputTokens: 200_001, outputTokens: 10 }
    // 200,001 x 6 + 10 x 22.5, for a million each
    expect(costOf(long, tiered)).toBeCloseTo(1.200231, 12)
    expect(costOf(long, prices)).toBeCloseTo(0.600153, 12)
    expect(costOf({ ...long, inputTokens: 200_000 }, tiered)).toBeCloseTo(0.60015, 12)
  })

  it('charges every kind of token at its own price', () => {
    const tokens = {
      inputTokens: 1000,
      outputTokens: 200,
      reasoningTokens: 50,
      cacheReadTokens: 600,
      cacheWriteTokens: 100,
    }
    // 300 x 3 + 600 x 0.3 + 100 x 3.75 + 200 x 15, for a million each
    expect(costOf(tokens, prices)).toBeCloseTo(0.004455, 12)
  })

  it('charges cached tokens as input where they have no price of their own', () => {
    const plain = { input: 3, output: 15 }
    fc.assert(
      fc.property(tokensArbitrary, (tokens) => {
        const { cacheReadTokens, cacheWriteTokens } = tokens
        const inputTokens = tokens.inputTokens + cacheReadTokens + cacheWriteTokens
        const uncached = costOf({ ...none, inputTokens, outputTokens: tokens.outputTokens }, plain)
        expect(costOf({ ...tokens, inputTokens }, plain)).toBeCloseTo(uncached ?? -1, 9)
      }),
    )
  })

  it('is null without prices, however little was used', () => {
    fc.assert(fc.property(tokensArbitrary, (tokens) => costOf(tokens, undefined) === null))
    expect(costOf(none, undefined)).toBeNull()
  })

  it('is never negative, and grows with the output', () => {
    fc.assert(
      fc.property(tokensArbitrary, price, price, count, (tokens, input, output, more) => {
        const cost = costOf(tokens, { input, output }) ?? -1
        const grown = { ...tokens, outputTokens: tokens.outputTokens + more }
        expect(cost).toBeGreaterThanOrEqual(0)
        expect(costOf(grown, { input, output })).toBeGreaterThanOrEqual(cost)
      }),
    )
  })

  it('is the same for many calls as for their tokens together', () => {
    fc.assert(
      fc.property(fc.array(tokensArbitrary, { maxLength: 20 }), (calls) => {
        const whole = calls.map((tokens) => ({
          ...tokens,
          inputTokens: tokens.inputTokens + tokens.cacheReadTokens + tokens.cacheWriteTokens,
        }))
        const sum = whole.map((tokens) => usageOf(tokens, prices)).reduce(addUsage, noUsage)
        expect(sum.calls).toBe(calls.length)
        expect(sum.costUsd).toBeCloseTo(costOf(sum, prices) ?? -1, 6)
      }),
    )
  })
})

describe('usage of calls that no model answered', () => {
  it('leaves a sum unknown once one call is unknown, and known beside a failed one', () => {
    const known = usageOf({ ...none, outputTokens: 1_000_000 }, prices)
    expect(addUsage(known, unbilledUsage)).toMatchObject({ calls: 2, costUsd: 15 })
    expect(addUsage(known, unknownUsage)).toMatchObject({ calls: 2, costUsd: null })
  })
})
