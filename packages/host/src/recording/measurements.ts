import type { Measurement, ToolCallBody, Usage } from '@vitrial/core/recording'

/** What a run used and did, as far as it is known. */
export interface Observed {
  readonly usage: Usage
  readonly durationMs: number
  /** How each tool call last stood. */
  readonly toolCalls: Iterable<ToolCallBody['status']>
}

/** The measurements of a run. What is not known, such as the cost of a model without prices, is left out. */
export function measurementsOf({ usage, durationMs, toolCalls }: Observed): readonly Measurement[] {
  const statuses = [...toolCalls]
  const errors = statuses.filter((status) => status === 'error').length
  return [
    { id: 'duration_ms', value: durationMs, unit: 'ms' },
    { id: 'model_calls', value: usage.calls, unit: 'count' },
    { id: 'input_tokens', value: usage.inputTokens, unit: 'tokens' },
    { id: 'output_tokens', value: usage.outputTokens, unit: 'tokens' },
    { id: 'reasoning_tokens', value: usage.reasoningTokens, unit: 'tokens' },
    { id: 'cache_read_tokens', value: usage.cacheReadTokens, unit: 'tokens' },
    { id: 'cache_write_tokens', value: usage.cacheWriteTokens, unit: 'tokens' },
    ...(usage.costUsd === null ? [] : [{ id: 'cost_usd', value: usage.costUsd, unit: 'usd' } as const]),
    { id: 'tool_calls', value: statuses.length, unit: 'count' },
    { id: 'tool_errors', value: errors, unit: 'count' },
    ...(statuses.length === 0
      ? []
      : [{ id: 'tool_error_rate', value: errors / statuses.length, unit: 'ratio' } as const]),
  ]
}
