import { LimitReachedError } from '@vitrial/core'

const mebibyte = 1024 * 1024

/** How many bytes of each kind may be recorded of one run, before they are compressed. */
export interface OutputLimits {
  readonly events: number
  readonly traffic: number
  readonly attachments: number
}

/**
 * An agent without end must fill neither the disk nor the memory of its host; one that works for long must not come
 * near. Whoever reads evidence holds all events in memory. Traffic lies on disk alone, and every model call repeats
 * the conversation so far: this is 2,500 calls with a full context of 200,000 tokens.
 */
export const outputLimits: OutputLimits = {
  events: 256 * mebibyte,
  traffic: 2048 * mebibyte,
  attachments: 256 * mebibyte,
}

/** Counts what is recorded. What would be too much is not taken, and nothing after it. */
export class OutputMeter {
  readonly #limits: OutputLimits
  readonly #taken = { events: 0, traffic: 0, attachments: 0 }
  readonly #reached = new AbortController()

  constructor(limits: OutputLimits) {
    this.#limits = limits
  }

  /** Aborts with a {@link LimitReachedError} when something was not taken. */
  get reached(): AbortSignal {
    return this.#reached.signal
  }

  /** Whether this may be recorded. */
  takes(kind: keyof OutputLimits, bytes: number): boolean {
    if (this.#reached.signal.aborted) return false
    const total = this.#taken[kind] + bytes
    if (total <= this.#limits[kind]) {
      this.#taken[kind] = total
      return true
    }
    const most = this.#limits[kind] / mebibyte
    this.#reached.abort(
      new LimitReachedError(
        'output',
        `The agent hit the limit "output". It gave more than ${most} MiB of ${kind} to record. What came then is not recorded.`,
      ),
    )
    return false
  }
}
