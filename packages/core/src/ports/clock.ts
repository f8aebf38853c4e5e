/** The time, injected so that tests can set it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}
