import type { InfrastructureError } from '@vitrial/core/errors'
import type { ModelEntry, ModelRef } from '@vitrial/core/settings'
import type { ModelCall } from '../call/model-call.ts'
import type { ChatBody } from '../wire-formats/chat-completions.ts'

/** One call as the gateway hands it to a provider: checked, and with nothing in it that does not pass. */
export interface ProviderRequest {
  readonly ref: ModelRef
  /** The model's entry in the provider settings; empty where it has none. */
  readonly entry: ModelEntry
  /** What the agent asks for, in the wire format. */
  readonly body: ChatBody
}

/**
 * Answers the calls of one kind of model. A `Provider` holds all that differs between a service that is reached by
 * HTTP and a scenario that is played here; tokens, limits, redaction and the record of a call are the same for all, and
 * are the gateway's own. An agent never meets it: what a provider says goes through the {@link ModelCall}, which redacts
 * it, keeps it and ends in exactly one exchange.
 *
 * @example
 * // The smallest provider: every model says "Hello".
 * const greeting: Provider = {
 *   prepare: async () => undefined,
 *   finalFailureOf: () => undefined,
 *   silenceMsOf: () => 300_000,
 *   async serve({ body }, call) {
 *     call.ask()
 *     const choices = [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }]
 *     await call.answer(200, { 'content-type': 'application/json' }, JSON.stringify({ model: body.model, choices }))
 *   },
 * }
 */
export interface Provider {
  /**
   * Checks before any work that the model can be served, and forgets an earlier {@link finalFailureOf}.
   *
   * @throws {BenchmarkError} if it cannot: no such provider, key or scenario
   */
  prepare(ref: ModelRef): Promise<void>
  /** Tells why no call to this model will be served, once that is known; undefined until then. */
  finalFailureOf(ref: ModelRef): InfrastructureError | undefined
  /** Tells how long a call to this model may be silent, in milliseconds, before it counts as failed. */
  silenceMsOf(ref: ModelRef): number
  /**
   * Answers the call, and reports to it what was used.
   *
   * @throws the call signal's reason when that aborts; a {@link FailedCall} where the provider did not answer as it
   * must; a `VitrialError` that is not retryable where none of the model's calls will be served.
   */
  serve(request: ProviderRequest, call: ModelCall): Promise<void>
}
