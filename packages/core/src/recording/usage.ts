import { z } from 'zod'

/** Model usage, summed over calls. Tokens are counts as the provider reported them. */
export const usageSchema = z.strictObject({
  calls: z.int().nonnegative(),
  /** Prompt tokens including those read from a cache. */
  inputTokens: z.int().nonnegative(),
  /** Completion tokens including reasoning. */
  outputTokens: z.int().nonnegative(),
  reasoningTokens: z.int().nonnegative(),
  cacheReadTokens: z.int().nonnegative(),
  cacheWriteTokens: z.int().nonnegative(),
  /** US dollars; null if a call has no known price or reported no usage: unknown is never a zero. */
  costUsd: z.number().nonnegative().nullable(),
})
/** The use of models, summed over calls; a cost of null is unknown, see {@link usageSchema}. */
export type Usage = z.infer<typeof usageSchema>

/** No calls, no tokens, no cost. */
export const noUsage: Usage = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsd: 0,
}

/** Adds two usages; a cost that is unknown in either is unknown in the sum. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    reasoningTokens: a.reasoningTokens + b.reasoningTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
  }
}
