import { z } from 'zod'
import type { TokenCounts } from './token-counts.ts'

/** No call has more of any kind: a larger number counts something else. */
const mostTokens = 100_000_000

const tokens = z.int().nonnegative().max(mostTokens)
const count = tokens.nullish()

const reportedUsageSchema = z.object({
  prompt_tokens: tokens,
  completion_tokens: tokens,
  total_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
  // Where some providers report their caches instead.
  prompt_cache_hit_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
})
type ReportedUsage = z.infer<typeof reportedUsageSchema>

/** What a response says without either count is not about this call's tokens: an empty object in each chunk, a price. */
const reportSchema = z.object({
  usage: z
    .looseObject({ prompt_tokens: z.unknown().optional(), completion_tokens: z.unknown().optional() })
    .refine((usage) => (usage.prompt_tokens ?? usage.completion_tokens ?? null) !== null),
})

/**
 * The tokens in a completion or in a chunk of one; undefined if it reports none, `unbelievable` if what it reports cannot
 * be: counts that are no counts, more cached tokens than the prompt has, more reasoning than was written.
 */
export function reportedTokens(completion: unknown): TokenCounts | 'unbelievable' | undefined {
  const report = reportSchema.safeParse(completion)
  if (!report.success) return undefined
  const usage = reportedUsageSchema.safeParse(report.data.usage)
  if (!usage.success) return 'unbelievable'
  const counts = countsOf(usage.data)
  const { inputTokens, outputTokens, reasoningTokens, cacheReadTokens, cacheWriteTokens } = counts
  const isBelievable = cacheReadTokens + cacheWriteTokens <= inputTokens && reasoningTokens <= outputTokens
  return isBelievable ? counts : 'unbelievable'
}

function countsOf(usage: ReportedUsage): TokenCounts {
  const reasoningTokens = usage.completion_tokens_details?.reasoning_tokens ?? 0
  return {
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens + (countsReasoningApart(usage) ? reasoningTokens : 0),
    reasoningTokens,
    cacheReadTokens:
      usage.prompt_tokens_details?.cached_tokens ??
      usage.prompt_cache_hit_tokens ??
      usage.cache_read_input_tokens ??
      0,
    cacheWriteTokens:
      usage.prompt_tokens_details?.cache_write_tokens ?? usage.cache_creation_input_tokens ?? 0,
  }
}

/** Some providers leave reasoning out of the completion tokens; the total gives it away. */
function countsReasoningApart(usage: ReportedUsage): boolean {
  const reasoningTokens = usage.completion_tokens_details?.reasoning_tokens ?? 0
  return usage.total_tokens === usage.prompt_tokens + usage.completion_tokens + reasoningTokens
}
