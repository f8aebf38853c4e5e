import { noUsage, type Usage } from '@vitrial/core/recording'
import type { Prices } from '@vitrial/core/settings'
import type { TokenCounts } from './token-counts.ts'

const million = 1_000_000

/** A call that reads more has prices of its own with some providers. */
const longContextTokens = 200_000

/**
 * What one call cost, in US dollars; null without prices.
 *
 * `(uncached x input + cacheRead x cache_read + cacheWrite x cache_write + output x output) / 1,000,000`, where
 * `uncached` is `inputTokens - cacheReadTokens - cacheWriteTokens`, never below 0. Without a price of their
 * own, cached tokens cost as much as any input. Reasoning tokens are output tokens. All tokens of a call that reads more
 * than 200,000 cost what `context_over_200k` says, where it does.
 */
export function costOf(tokens: TokenCounts, declared: Prices | undefined): number | null {
  if (!declared) return null
  const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = tokens
  const prices = (inputTokens > longContextTokens ? declared.context_over_200k : undefined) ?? declared
  const uncachedTokens = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens)
  const perMillion =
    uncachedTokens * prices.input +
    cacheReadTokens * (prices.cache_read ?? prices.input) +
    cacheWriteTokens * (prices.cache_write ?? prices.input) +
    outputTokens * prices.output
  return perMillion / million
}

/** The usage of one call that a model answered. */
export function usageOf(tokens: TokenCounts, prices: Prices | undefined): Usage {
  return { ...tokens, calls: 1, costUsd: costOf(tokens, prices) }
}

/** A call that a provider answered with an error: providers charge nothing for it. */
export const unbilledUsage: Usage = { ...noUsage, calls: 1 }

/** A call that may have used a model, which did not say what: its cost is unknown, and so is any sum with it. */
export const unknownUsage: Usage = { ...noUsage, calls: 1, costUsd: null }
