import { BenchmarkError, CancelledError } from '@vitrial/core/errors'

/** What asks for a place. Judges go first, so that finished recordings never wait behind new candidates. */
export type WorkKind = 'judge' | 'candidate'

export interface PlaceRequest {
  readonly kind: WorkKind
  /** The runtime the work is sent to; it has a limit of its own if one was given. */
  readonly runtime: string
}

export interface SchedulerLimits {
  /** How much runs at once in all; an integer of at least 1. */
  readonly total: number
  /** How much runs at once on one runtime, by its id. */
  readonly perRuntime?: Readonly<Record<string, number>>
}

interface Waiter {
  readonly request: PlaceRequest
  readonly admit: (place: Disposable) => void
}

const priority: readonly WorkKind[] = ['judge', 'candidate']

/** A place that is waited for. Disposed, it is given back, or not waited for any more. */
export interface QueuedPlace extends Disposable {
  /** Resolves when there is one; disposing that, once or more often, gives it back. */
  readonly place: Promise<Disposable>
}

/**
 * Decides what runs now: one global limit, one limit a runtime, judges first, else first come first served. What
 * asks, and what is given back, in one turn of the event loop is considered together, at its end: so a judge that
 * is asked for as soon as its candidate has ended gets that place, and not the next candidate.
 */
export class Scheduler {
  readonly #limits: SchedulerLimits
  readonly #waiting: Record<WorkKind, Set<Waiter>> = { judge: new Set(), candidate: new Set() }
  readonly #running = new Map<string, number>()
  #total = 0
  #isAdmitting = false

  constructor(limits: SchedulerLimits) {
    for (const limit of [limits.total, ...Object.values(limits.perRuntime ?? {})]) {
      if (!Number.isInteger(limit) || limit < 1) {
        const message = `concurrency is ${limit}. Write a whole number, at least 1.`
        throw new BenchmarkError('VITRIAL_BENCHMARK_INVALID', message)
      }
    }
    this.#limits = limits
  }

  /** How much runs at once. */
  get places(): number {
    return this.#limits.total
  }

  get running(): number {
    return this.#total
  }

  get waiting(): number {
    return this.#waiting.judge.size + this.#waiting.candidate.size
  }

  /**
   * Resolves when there is a place; disposing it, once or more often, gives the place back.
   *
   * @throws CancelledError when the signal aborts first; the waiter then leaves the queue.
   */
  async acquire(request: PlaceRequest, signal: AbortSignal): Promise<Disposable> {
    return await this.queue(request, signal).place
  }

  /** Joins the queue at once, for one who has something to do before the place is needed. */
  queue(request: PlaceRequest, signal: AbortSignal): QueuedPlace {
    const waiting = this.#waiting[request.kind]
    const dismissed = new AbortController()
    const place = new Promise<Disposable>((resolve, reject) => {
      const leave = (): void => {
        waiting.delete(waiter)
        reject(cancellation(dismissed.signal.aborted ? dismissed.signal : signal))
      }
      const waiter: Waiter = {
        request,
        admit: (admitted) => {
          signal.removeEventListener('abort', leave)
          resolve(admitted)
        },
      }
      dismissed.signal.addEventListener('abort', () => {
        signal.removeEventListener('abort', leave)
        leave()
      })
      if (signal.aborted) {
        leave()
        return
      }
      signal.addEventListener('abort', leave, { once: true })
      waiting.add(waiter)
      this.#admitSoon()
    })
    // One who failed before it needed the place never asks what became of it.
    place.catch(() => undefined)
    return {
      place,
      [Symbol.dispose]: () => {
        dismissed.abort(new CancelledError('The place is not wanted any more.'))
        place.then((admitted) => admitted[Symbol.dispose]()).catch(() => undefined)
      },
    }
  }

  #admitSoon(): void {
    if (this.#isAdmitting) return
    this.#isAdmitting = true
    setImmediate(() => {
      this.#isAdmitting = false
      this.#admitWaiters()
    })
  }

  #admitWaiters(): void {
    for (const kind of priority) {
      for (const waiter of this.#waiting[kind]) {
        if (this.#total >= this.#limits.total) return
        if (this.#isFull(waiter.request.runtime)) continue
        this.#waiting[kind].delete(waiter)
        waiter.admit(this.#place(waiter.request.runtime))
      }
    }
  }

  #isFull(runtime: string): boolean {
    const limit = this.#limits.perRuntime?.[runtime]
    return limit !== undefined && (this.#running.get(runtime) ?? 0) >= limit
  }

  #place(runtime: string): Disposable {
    this.#count(runtime, 1)
    let isHeld = true
    return {
      [Symbol.dispose]: () => {
        if (!isHeld) return
        isHeld = false
        this.#count(runtime, -1)
        this.#admitSoon()
      },
    }
  }

  #count(runtime: string, change: 1 | -1): void {
    this.#total += change
    this.#running.set(runtime, (this.#running.get(runtime) ?? 0) + change)
  }
}

function cancellation(signal: AbortSignal): CancelledError {
  if (signal.reason instanceof CancelledError) return signal.reason
  return new CancelledError('Cancelled while waiting for a place.', { cause: signal.reason })
}
