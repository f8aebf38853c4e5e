import type { InfrastructureError } from '../errors/vitrial-error.ts'
import type { ModelExchange } from '../recording/model-exchange.ts'
import type { Usage } from '../recording/usage.ts'
import type { Redactor } from '../redaction/redactor.ts'
import type { ModelEntry } from '../settings/providers/provider-settings.ts'
import type { ModelRef } from '../settings/providers/model-ref.ts'
import type { ByteStream } from './byte-stream.ts'

/** One run and stage may ask this of the gateway. */
export interface ModelGrant {
  readonly runId: string
  readonly stage: 'candidate' | 'judge'
  readonly model: ModelRef
  /** Called once for every call, when its response has ended. */
  onExchange(exchange: ModelExchange): void
  /** Called when a call begins, and whenever something of its answer comes. Must not throw. */
  onProgress?(progress: CallProgress): void
}

/** A model call that has not ended is so far. */
export interface CallProgress {
  readonly callId: string
  readonly is: 'began' | 'answering'
}

/** A grant in force: its token opens the gateway until it is disposed. */
export interface ModelAccess extends Disposable {
  readonly token: string
  /** Of all keys that the gateway knows, and the token. */
  readonly redactor: Redactor
  /**
   * Aborts, with the error, when a call could not be served and none that follows will be: a scenario that throws, a
   * key that the provider does not take. It says nothing about the agent, whatever the agent makes of it.
   */
  readonly failure: AbortSignal
  /** What was used so far. */
  usage(): Usage
}

/** An agent finds its model here. No key is in it: the token is worth nothing outside its run. */
export interface ModelEndpoint {
  /** An OpenAI-compatible base URL, ending in `/v1`. */
  readonly url: string
  readonly token: string
  readonly ref: ModelRef
  /** The model's own entry of the provider settings, prices and limits. */
  readonly entry: ModelEntry
}

/**
 * A gateway holds the keys, counts tokens and cost, and records the traffic.
 *
 * @example
 * ```ts
 * // Stands in front of one service that needs no key and counts nothing.
 * function openGateway(url: string, accept: ModelGateway['accept']): ModelGateway {
 *   const redactor = createRedactor([])
 *   const failure = new AbortController().signal
 *   return {
 *     url,
 *     redactor,
 *     listen: async () => {},
 *     entryOf: () => ({}),
 *     isScripted: () => false,
 *     prepare: async () => {},
 *     finalFailureOf: () => undefined,
 *     open: ({ runId }) => ({ token: runId, redactor, failure, usage: () => noUsage, [Symbol.dispose]() {} }),
 *     accept,
 *     [Symbol.asyncDispose]: async () => {},
 *   }
 * }
 * ```
 */
export interface ModelGateway extends AsyncDisposable {
  /** Opens a port on 127.0.0.1 for agents on this machine. Idempotent; before it there is no `url`. */
  listen(): Promise<void>
  /** The gateway's base URL for agents on this machine, ending in `/v1`. */
  readonly url: string
  /** Of the keys of all providers, for what comes from one or from an agent and is kept or shown. */
  readonly redactor: Redactor
  /** The model's entry in the provider settings. */
  entryOf(ref: ModelRef): ModelEntry
  /** Whether the model is played from a scenario: no real model runs. */
  isScripted(ref: ModelRef): boolean
  /**
   * Checks before any work that a model can be served: its provider, key or scenario. Forgets an earlier
   * {@link finalFailureOf}. Throws a {@link BenchmarkError}.
   */
  prepare(ref: ModelRef): Promise<void>
  /** Why no call to this model will be served, once its provider has said so; undefined until then. */
  finalFailureOf(ref: ModelRef): InfrastructureError | undefined
  /** Puts a grant in force until what it returns is disposed. */
  open(grant: ModelGrant): ModelAccess
  /** Serves a connection that came out of a sandbox. */
  accept(connection: ByteStream): void
}
