import type { Usage } from '@vitrial/core/recording'
import { integer, real } from 'drizzle-orm/sqlite-core'

/** The columns of a {@link Usage}; all null while the work runs. `costUsd` stays null if it is unknown. */
export function usageColumns() {
  return {
    calls: integer('calls'),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    reasoningTokens: integer('reasoning_tokens'),
    cacheReadTokens: integer('cache_read_tokens'),
    cacheWriteTokens: integer('cache_write_tokens'),
    costUsd: real('cost_usd'),
  }
}

export const usageColumnNames = [
  'calls',
  'inputTokens',
  'outputTokens',
  'reasoningTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'costUsd',
] as const satisfies (keyof Usage)[]

type UsageRow = { readonly [K in keyof Usage]: Usage[K] | null }

/** The usage of ended work. */
export function usageOf(row: UsageRow): Usage {
  return {
    calls: row.calls ?? 0,
    inputTokens: row.inputTokens ?? 0,
    outputTokens: row.outputTokens ?? 0,
    reasoningTokens: row.reasoningTokens ?? 0,
    cacheReadTokens: row.cacheReadTokens ?? 0,
    cacheWriteTokens: row.cacheWriteTokens ?? 0,
    costUsd: row.costUsd,
  }
}
