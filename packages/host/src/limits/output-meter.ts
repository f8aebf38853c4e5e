const mebibyte = 1024 * 1024

/** Counts what is recorded. What would be too much is not taken, and nothing after it. */
export class OutputMeter<Kind extends string> {
  readonly #limits: Readonly<Record<Kind, number>>
  readonly #errorOf: (tooMuch: string) => Error
  readonly #taken = new Map<Kind, number>()
  readonly #reached = new AbortController()

  /**
   * @param limits how many bytes of each kind are taken.
   * @param errorOf the error of one that gave `tooMuch`, as in "more than 5 MiB of events".
   */
  constructor(limits: Readonly<Record<Kind, number>>, errorOf: (tooMuch: string) => Error) {
    this.#limits = limits
    this.#errorOf = errorOf
  }

  /** Aborts, with the error, when something was not taken. */
  get reached(): AbortSignal {
    return this.#reached.signal
  }

  /** Whether this may be recorded. */
  takes(kind: Kind, bytes: number): boolean {
    if (this.#reached.signal.aborted) return false
    const total = (this.#taken.get(kind) ?? 0) + bytes
    if (total <= this.#limits[kind]) {
      this.#taken.set(kind, total)
      return true
    }
    const most = `${this.#limits[kind] / mebibyte} MiB`
    this.#reached.abort(this.#errorOf(`more than ${most} of ${kind}`))
    return false
  }
}
