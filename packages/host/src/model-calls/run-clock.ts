import { InfrastructureError } from '@vitrial/core/errors'
import type { CallProgress } from '@vitrial/core/ports'
import type { CallFate } from '@vitrial/core/recording'
import { RunTimeout } from '../limits/run-limits.ts'

/** When a run's time is up while its model is silent, so long is waited for a sign of it. */
const signWithinMs = 60_000

const leastPatienceMs = 15_000

const mostPatienceMs = 600_000

export interface RunClockOptions {
  /** How long the agent may take. */
  readonly timeoutMs: number
  /** How much time its provider may cost beside that. @default {@link patienceMs} */
  readonly patienceMs?: number
  /** @default 60 s */
  readonly signWithinMs?: number
}

/** As much as the agent itself may take, but 15 s at least and 10 minutes at most. */
export function patienceMs(timeoutMs: number): number {
  return Math.min(mostPatienceMs, Math.max(leastPatienceMs, timeoutMs))
}

/**
 * The clock of a run. Time in model calls that failed, and between one and the next call, is the provider's and does
 * not count; it has a limit of its own. When the time is up while a model is silent, nobody knows yet whose time it
 * was: any sign of an answer makes it the agent's, a failure or further silence the provider's.
 */
export class RunClock implements Disposable {
  readonly #options: Required<RunClockOptions>
  readonly #controller = new AbortController()
  /** When each call in flight began. */
  readonly #inFlight = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #leftMs: number
  #runningSinceMs: number | undefined
  #pausedSinceMs: number | undefined
  #lostMs = 0
  /** Up to here all time that was lost has been given back. */
  #lostUntilMs = 0
  /** The time is up, and a call in flight undecided. */
  #isDue = false
  #reason = 'no reason'

  constructor(options: RunClockOptions) {
    this.#options = { patienceMs: patienceMs(options.timeoutMs), signWithinMs, ...options }
    this.#leftMs = options.timeoutMs
    this.#run()
  }

  /** Aborts with a {@link RunTimeout}, or with an {@link InfrastructureError} if the provider took the time. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  progress({ callId, is }: CallProgress): void {
    if (is === 'answering') {
      if (this.#isDue && this.#inFlight.has(callId)) this.#timeIsUp()
      return
    }
    const nowMs = performance.now()
    this.#inFlight.set(callId, nowMs)
    if (this.#pausedSinceMs === undefined) return
    this.#lostMs += nowMs - this.#pausedSinceMs
    this.#lostUntilMs = nowMs
    this.#pausedSinceMs = undefined
    this.#run()
  }

  /** A call has ended. */
  ended(callId: string, fate: CallFate): void {
    const beganMs = this.#inFlight.get(callId)
    if (beganMs === undefined) return
    this.#inFlight.delete(callId)
    if (this.#controller.signal.aborted) return
    if (fate.is === 'failed') this.#giveBack(beganMs, fate.reason ?? this.#reason)
    else if (this.#isDue && (fate.is !== 'cut' || this.#inFlight.size === 0)) this.#timeIsUp()
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
  }

  #run(): void {
    this.#runningSinceMs = performance.now()
    this.#after(this.#leftMs, () => this.#onLimit())
  }

  #onLimit(): void {
    if (this.#inFlight.size === 0) return this.#timeIsUp()
    this.#isDue = true
    this.#after(this.#options.signWithinMs, () => {
      const silentMs = performance.now() - Math.min(...this.#inFlight.values())
      const seconds = Math.round(silentMs / 1000)
      this.#fail(`The provider gave no answer to a model call for ${seconds} s, and the agent's time was up.`)
    })
  }

  #giveBack(beganMs: number, reason: string): void {
    const nowMs = performance.now()
    const lostMs = Math.max(0, nowMs - Math.max(beganMs, this.#lostUntilMs))
    this.#reason = reason
    this.#lostMs += lostMs
    this.#lostUntilMs = nowMs
    this.#leftMs += lostMs
    if (this.#runningSinceMs !== undefined) this.#leftMs -= nowMs - this.#runningSinceMs
    this.#runningSinceMs = undefined
    this.#isDue = false
    if (this.#lostMs >= this.#options.patienceMs) return this.#lostPatience()
    if (this.#inFlight.size > 0) return this.#run()
    this.#pausedSinceMs = nowMs
    this.#after(this.#options.patienceMs - this.#lostMs, () => this.#lostPatience())
  }

  #lostPatience(): void {
    const seconds = Math.round(this.#options.patienceMs / 1000)
    this.#fail(
      `The provider cost the run more than ${seconds} s in failed model calls and waits, the last one with ${this.#reason}.`,
    )
  }

  #timeIsUp(): void {
    clearTimeout(this.#timer)
    this.#controller.abort(new RunTimeout(this.#options.timeoutMs))
  }

  #fail(what: string): void {
    clearTimeout(this.#timer)
    const error = `${what} Run it again when the provider answers.`
    this.#controller.abort(new InfrastructureError('VITRIAL_INFRA_PROVIDER', error))
  }

  #after(milliseconds: number, then: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(then, Math.max(0, milliseconds))
  }
}
