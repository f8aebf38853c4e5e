/**
 * The time, injected so that tests can set it.
 *
 * @example
 * ```ts
 * // Stands still until a test lets time pass.
 * class SetClock implements Clock {
 *   #ms = 0
 *   now(): number {
 *     return Date.UTC(2026, 10, 30) + this.#ms
 *   }
 *   elapsed(): number {
 *     return this.#ms
 *   }
 *   pass(ms: number): void {
 *     this.#ms += ms
 *   }
 * }
 * ```
 */
export interface Clock {
  /**
   * Milliseconds since the epoch, as the machine has it now: a label for people and for other processes. It may be set
   * back or forward at any moment, so no duration is reckoned from it.
   */
  now(): number
  /** Milliseconds since some moment of this process. It never goes back: durations are differences of it. */
  elapsed(): number
}

/** The clocks of the machine. */
export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() }
