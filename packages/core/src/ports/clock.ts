/** The time, injected so that tests can set it. */
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
