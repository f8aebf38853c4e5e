import type { TokenCounts } from '../../accounting/token-counts.ts'
import type { ScenarioReply, ScenarioRequest } from './scenario.ts'

const charactersPerToken = 4

/**
 * The tokens of a scripted reply: what the scenario says, and for the rest a quarter of the characters,
 * rounded up. Input is the JSON of messages and tools; output is reasoning, text, and the tool calls' names
 * and arguments. The same request and reply always count the same.
 */
export function replyTokens(request: ScenarioRequest, reply: ScenarioReply): TokenCounts {
  const { usage = {} } = reply
  const calls = (reply.toolCalls ?? []).map((call) => call.name + argumentsText(call)).join('')
  const reasoning = reply.reasoning ?? ''
  const reasoningTokens = usage.reasoningTokens ?? tokensIn(reasoning)
  return {
    inputTokens: usage.inputTokens ?? tokensIn(JSON.stringify([request.messages, request.tools ?? []])),
    outputTokens: usage.outputTokens ?? reasoningTokens + tokensIn((reply.text ?? '') + calls),
    reasoningTokens,
    cacheReadTokens: usage.cacheReadTokens ?? 0,
    cacheWriteTokens: usage.cacheWriteTokens ?? 0,
  }
}

/** A tool call's arguments as the model would write them. */
export function argumentsText(call: NonNullable<ScenarioReply['toolCalls']>[number]): string {
  return call.rawArgs ?? JSON.stringify(call.args)
}

function tokensIn(text: string): number {
  return Math.ceil(text.length / charactersPerToken)
}
