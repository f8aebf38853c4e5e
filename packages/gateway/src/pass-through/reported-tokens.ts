import { z } from 'zod'
import type { TokenCounts } from '../token-counts.ts'

const count = z.int().nonnegative().nullish()

const reportedUsageSchema = z.object({
  prompt_tokens: z.int().nonnegative(),
  completion_tokens: z.int().nonnegative(),
  total_tokens: count,
  prompt_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).nullish(),
  completion_tokens_details: z.object({ reasoning_tokens: count }).nullish(),
  // Where some providers report their caches instead.
  prompt_cache_hit_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
})

const reportSchema = z.object({ usage: reportedUsageSchema })

/** The tokens in a completion or in a chunk of one; undefined if it reports none. */
export function reportedTokens(completion: unknown): TokenCounts | undefined {
  const report = reportSchema.safeParse(completion)
  if (!report.success) return undefined
  const { usage } = report.data
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
function countsReasoningApart(usage: z.infer<typeof reportedUsageSchema>): boolean {
  const reasoningTokens = usage.completion_tokens_details?.reasoning_tokens ?? 0
  return usage.total_tokens === usage.prompt_tokens + usage.completion_tokens + reasoningTokens
}
