import { randomBytes } from 'node:crypto'
import { CancelledError, errorMessage, InfrastructureError, type VitrialError } from '@vitrial/core/errors'
import type { CallProgress, ModelAccess, ModelGrant } from '@vitrial/core/ports'
import { addUsage, noUsage, type ModelExchange, type Usage } from '@vitrial/core/recording'
import type { Redactor } from '@vitrial/core/redaction'
import type { AccessBudget } from './byte-budget.ts'
import { unknownUsage } from '../accounting/cost.ts'

/** A call that ends with its access. */
export interface OpenCall {
  abort(reason: Error): void
}

export interface AccessOptions {
  readonly grant: ModelGrant
  /** Of all that no agent may know beside its token. */
  readonly redactor: Redactor
  /** What its calls may hold. */
  readonly budget: AccessBudget
}

/** A grant in force, with its calls in flight. */
export class OpenAccess implements ModelAccess {
  readonly token = randomBytes(32).toString('base64url')
  readonly grant: ModelGrant
  readonly redactor: Redactor
  readonly budget: AccessBudget
  readonly #onDispose: (access: OpenAccess) => void
  readonly #calls = new Set<OpenCall>()
  readonly #failure = new AbortController()
  #usage = noUsage
  #isDisposed = false
  #notRecorded: { readonly cause: unknown } | undefined

  constructor({ grant, redactor, budget }: AccessOptions, onDispose: (access: OpenAccess) => void) {
    this.grant = grant
    this.redactor = redactor.and([this.token])
    this.budget = budget
    this.#onDispose = onDispose
  }

  get failure(): AbortSignal {
    return this.#failure.signal
  }

  usage(): Usage {
    return this.#usage
  }

  /** Says that no call can be served. The first reason stays. */
  fail(error: VitrialError): void {
    this.#failure.abort(error)
  }

  enter(call: OpenCall, callId: string): void {
    this.#calls.add(call)
    this.tell({ callId, is: 'began' })
  }

  /** Says how far a call is. */
  tell(progress: CallProgress): void {
    this.grant.onProgress?.(progress)
  }

  /**
   * Counts a call that has ended, whatever becomes of its record, and hands it to the grant's owner.
   *
   * @param usage undefined if a model may have worked on it and nobody knows what it used.
   */
  leave(call: OpenCall, usage: Usage | undefined, exchange: () => ModelExchange): void {
    this.#calls.delete(call)
    this.#usage = addUsage(this.#usage, usage ?? unknownUsage)
    try {
      this.grant.onExchange(exchange())
    } catch (cause) {
      this.#notRecorded ??= { cause }
    }
  }

  /**
   * Ends the token and the calls in flight; when it returns, every call has been handed over.
   * Throws an {@link InfrastructureError} if the owner failed to take one.
   */
  [Symbol.dispose](): void {
    if (this.#isDisposed) return
    this.#isDisposed = true
    this.#onDispose(this)
    for (const call of this.#calls) call.abort(new CancelledError('The access to the model has ended.'))
    if (!this.#notRecorded) return
    throw new InfrastructureError(
      'VITRIAL_INFRA_RECORDING',
      `A model call of run ${this.grant.runId} could not be recorded: ${errorMessage(this.#notRecorded.cause)}. ` +
        'Check the disk and run it again.',
      this.#notRecorded,
    )
  }
}
