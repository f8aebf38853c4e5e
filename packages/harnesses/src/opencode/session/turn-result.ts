import { textOf } from './message-text.ts'
import { describeAgentError, type AgentError, type SessionMessage } from './wire.ts'

/** What a session's messages say about how its last turn ended. */
export type TurnResult =
  /** The model came to an end. `text` is absent if it said nothing. */
  | { readonly kind: 'ended'; readonly text?: string; readonly detail?: string }
  /** The provider failed after OpenCode's own retries. */
  | { readonly kind: 'provider_failed'; readonly detail: string }
  | { readonly kind: 'crashed'; readonly detail: string }

/** Reads the end of the last turn from a session's messages, oldest first. */
export function turnResult(messages: readonly SessionMessage[]): TurnResult {
  const last = messages.at(-1)
  if (last === undefined || last.info.role === 'user') {
    return { kind: 'crashed', detail: 'OpenCode ended the turn without an answer.' }
  }
  const { error, finish } = last.info
  const text = textOf(last.parts)
  const answer = text.trim() === '' ? {} : { text }
  if (error) {
    const detail = describeAgentError(error)
    const kind = resultOfError(error)
    return kind === 'ended' ? { kind, ...answer, detail } : { kind, detail }
  }
  if (finish === undefined) return { kind: 'crashed', detail: 'OpenCode was interrupted in its answer.' }
  if (finish === 'stop') return { kind: 'ended', ...answer }
  return { kind: 'ended', ...answer, detail: detailOfFinish(finish) }
}

/** An error that the model's own answer caused is an end of the turn; one of the provider is not. */
function resultOfError(error: AgentError): TurnResult['kind'] {
  switch (error.name) {
    case 'APIError':
    case 'ProviderAuthError':
      return 'provider_failed'
    case 'MessageOutputLengthError':
    case 'ContentFilterError':
      return 'ended'
    default:
      return 'crashed'
  }
}

function detailOfFinish(finish: string): string {
  switch (finish) {
    case 'length':
      return "The answer was cut off at the model's output limit."
    case 'content-filter':
      return "The provider's content filter ended the answer."
    case 'tool-calls':
      return 'The agent stopped after a tool call, without a last answer.'
    default:
      return `The model ended its answer with "${finish}".`
  }
}
