import type { InfrastructureError, ModelEntry, ModelRef } from '@vitrial/core'
import type { ChatBody } from '../wire-formats/chat-completions.ts'
import type { ModelCall } from '../call/model-call.ts'

/** What a provider is asked to answer. */
export interface ProviderRequest {
  readonly ref: ModelRef
  readonly entry: ModelEntry
  readonly body: ChatBody
}

/** Plays the model's part. */
export interface Provider {
  /** Throws a `BenchmarkError` if the model cannot be served. Forgets an earlier {@link finalFailureOf}. */
  prepare(ref: ModelRef): Promise<void>
  /** Why no call to this model will be served, once that is known. */
  finalFailureOf(ref: ModelRef): InfrastructureError | undefined
  /** How long a call to this model may be silent. */
  silenceMsOf(ref: ModelRef): number
  /** Answers the call. Rejects with the call signal's reason when that aborts. */
  serve(request: ProviderRequest, call: ModelCall): Promise<void>
}
