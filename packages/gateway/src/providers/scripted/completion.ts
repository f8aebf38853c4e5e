import type { Ids } from '@vitrial/core/ports'
import type { TokenCounts } from '../../accounting/token-counts.ts'
import { argumentsText } from './reply-tokens.ts'
import type { ScenarioReply } from './scenario.ts'

interface CompletionToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

/** A scenario's reply with all that a completion needs besides, whether it is streamed or not. */
export interface Completion {
  readonly id: string
  /** Seconds since the epoch. */
  readonly created: number
  readonly model: string
  readonly text: string | undefined
  readonly reasoning: string | undefined
  readonly toolCalls: readonly CompletionToolCall[]
  readonly finishReason: 'stop' | 'tool_calls'
  readonly usage: object
}

export interface CompletionContext {
  readonly callId: string
  readonly nowMs: number
  readonly model: string
  readonly ids: Ids
}

export function completionOf(
  reply: ScenarioReply,
  tokens: TokenCounts,
  { callId, nowMs, model, ids }: CompletionContext,
): Completion {
  const toolCalls = (reply.toolCalls ?? []).map((call) => ({
    id: `call_${ids.next().replaceAll('-', '')}`,
    type: 'function' as const,
    function: { name: call.name, arguments: argumentsText(call) },
  }))
  return {
    id: `chatcmpl-${callId}`,
    created: Math.floor(nowMs / 1000),
    model,
    text: reply.text,
    reasoning: reply.reasoning,
    toolCalls,
    finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
    usage: openAiUsage(tokens),
  }
}

/** The completion as one JSON body. */
export function completionJson(completion: Completion): string {
  const { id, created, model, text, reasoning, toolCalls, finishReason, usage } = completion
  const message = {
    role: 'assistant',
    content: text ?? null,
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
  }
  const choices = [{ index: 0, message, finish_reason: finishReason }]
  return JSON.stringify({ id, object: 'chat.completion', created, model, choices, usage })
}

function openAiUsage(tokens: TokenCounts): object {
  return {
    prompt_tokens: tokens.inputTokens,
    completion_tokens: tokens.outputTokens,
    total_tokens: tokens.inputTokens + tokens.outputTokens,
    prompt_tokens_details: {
      cached_tokens: tokens.cacheReadTokens,
      ...(tokens.cacheWriteTokens > 0 && { cache_write_tokens: tokens.cacheWriteTokens }),
    },
    completion_tokens_details: { reasoning_tokens: tokens.reasoningTokens },
  }
}
