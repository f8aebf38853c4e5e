import type { Completion } from './completion.ts'

/** The server-sent event that ends every stream of chunks. */
export const streamEnd = 'data: [DONE]\n\n'

/** The first chunks, up to the end of the text: all that a hanging reply sends. */
export function* openingChunks(completion: Completion): Generator<string> {
  yield deltaChunk(completion, { role: 'assistant', content: '' })
  for (const piece of piecesOf(completion.reasoning))
    yield deltaChunk(completion, { reasoning_content: piece })
  for (const piece of piecesOf(completion.text)) yield deltaChunk(completion, { content: piece })
}

/** The remaining chunks: tool calls, the reason to finish, and the usage where it was asked for. */
export function* closingChunks(completion: Completion, includeUsage: boolean): Generator<string> {
  for (const [index, call] of completion.toolCalls.entries()) {
    const { name, arguments: args } = call.function
    yield deltaChunk(completion, { tool_calls: [{ index, ...call, function: { name, arguments: '' } }] })
    for (const piece of piecesOf(args)) {
      yield deltaChunk(completion, { tool_calls: [{ index, function: { arguments: piece } }] })
    }
  }
  yield deltaChunk(completion, {}, completion.finishReason)
  if (includeUsage) yield chunk(completion, { choices: [], usage: completion.usage })
}

function deltaChunk(completion: Completion, delta: object, finishReason: string | null = null): string {
  return chunk(completion, { choices: [{ index: 0, delta, finish_reason: finishReason }] })
}

function chunk({ id, created, model }: Completion, content: object): string {
  return `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model, ...content })}\n\n`
}

/** Cuts a text into pieces as a model would send them, never within a character. */
function piecesOf(text: string | undefined): readonly string[] {
  return text?.match(/.{1,24}/gsu) ?? []
}
