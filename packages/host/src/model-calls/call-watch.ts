import { VitrialError } from '@vitrial/core/errors'
import type { ModelGrant } from '@vitrial/core/ports'
import type { ModelExchange } from '@vitrial/core/recording'
import { CallLedger, type CallsStanding } from './call-ledger.ts'
import { endlessCalls } from './endless-calls.ts'
import { RunClock } from './run-clock.ts'

/**
 * Follows the model calls of one run from before its clock starts, and ends it where they lead nowhere. Give
 * {@link onProgress} and {@link onExchange} to the gateway.
 */
export class CallWatch implements Disposable {
  readonly #ledger = new CallLedger()
  readonly #endless = new AbortController()
  readonly #onExchange: (exchange: ModelExchange) => void
  #clock: RunClock | undefined

  /** @param onExchange told of each call besides. */
  constructor(onExchange: (exchange: ModelExchange) => void) {
    this.#onExchange = onExchange
  }

  readonly onProgress: NonNullable<ModelGrant['onProgress']> = (progress) => {
    this.#ledger.progress(progress)
    this.#clock?.progress(progress)
  }

  readonly onExchange: ModelGrant['onExchange'] = (exchange) => {
    this.#ledger.note(exchange)
    this.#clock?.ended(exchange.callId, exchange.fate)
    const endless = endlessCalls(this.#ledger.standing())
    if (endless) this.#endless.abort(endless)
    this.#onExchange(exchange)
  }

  /**
   * Aborts as {@link RunClock.signal}, and when the calls lead nowhere.
   *
   * @param patienceMs see {@link RunClockOptions}.
   */
  start(timeoutMs: number, patienceMs?: number): AbortSignal {
    this.#clock = new RunClock({ timeoutMs, ...(patienceMs !== undefined && { patienceMs }) })
    return AbortSignal.any([this.#clock.signal, this.#endless.signal])
  }

  /** Why the run was ended for its calls, if it was. */
  get ended(): VitrialError | undefined {
    const reasons: readonly unknown[] = [this.#endless.signal.reason, this.#clock?.signal.reason]
    return reasons.find((reason) => reason instanceof VitrialError)
  }

  standing(): CallsStanding {
    return this.#ledger.standing()
  }

  /** Stops its clock. Idempotent. */
  [Symbol.dispose](): void {
    this.#clock?.[Symbol.dispose]()
  }
}
