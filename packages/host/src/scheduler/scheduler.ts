import { CancelledError } from '@vitrial/core'

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

/** Decides what runs now: one global limit, one limit a runtime, judges first, else first come first served. */
export class Scheduler {
  readonly #limits: SchedulerLimits
  readonly #waiting: Record<WorkKind, Set<Waiter>> = { judge: new Set(), candidate: new Set() }
  readonly #running = new Map<string, number>()
  #total = 0

  constructor(limits: SchedulerLimits) {
    for (const limit of [limits.total, ...Object.values(limits.perRuntime ?? {})]) {
      if (!Number.isInteger(limit) || limit < 1) {
        throw new RangeError(`A concurrency limit is an integer of at least 1, not ${limit}.`)
      }
    }
    this.#limits = limits
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
    const queue = this.#waiting[request.kind]
    return await new Promise<Disposable>((resolve, reject) => {
      const leave = (): void => {
        queue.delete(waiter)
        reject(cancellation(signal))
      }
      const waiter: Waiter = {
        request,
        admit: (place) => {
          signal.removeEventListener('abort', leave)
          resolve(place)
        },
      }
      if (signal.aborted) {
        reject(cancellation(signal))
        return
      }
      signal.addEventListener('abort', leave, { once: true })
      queue.add(waiter)
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
        this.#admitWaiters()
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
