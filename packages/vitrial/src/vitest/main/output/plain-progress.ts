import type { HostProgress } from '@vitrial/host'

/** A line for a log: at each quarter, and as long as something changes every ten seconds, else each minute. */
const changedAfterMs = 10_000
const unchangedAfterMs = 60_000
/** Two lines are never closer than this. */
const apartMs = 2_000

/** Decides when a log that cannot be redrawn gets another line of progress. */
export class PlainProgress {
  #lastAtMs: number
  #lastQuarter = 0
  #lastState = ''

  /** @param startedAtMs On any clock that {@link isDue} is then asked by. */
  constructor(startedAtMs: number) {
    this.#lastAtMs = startedAtMs
  }

  /** True if a line is due now; it then counts as printed. */
  isDue(progress: HostProgress, nowMs: number): boolean {
    const { total, done, running, waiting } = progress
    if (total === 0 || done === total) return false
    const sinceMs = nowMs - this.#lastAtMs
    const quarter = Math.floor((done / total) * 4)
    const state = `${done} ${running.length} ${waiting}`
    const waitMs =
      quarter > this.#lastQuarter ? apartMs : state === this.#lastState ? unchangedAfterMs : changedAfterMs
    if (sinceMs < waitMs) return false
    this.#lastAtMs = nowMs
    this.#lastQuarter = quarter
    this.#lastState = state
    return true
  }
}
