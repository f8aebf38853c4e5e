/** A part of a benchmark's tests, run by one of several machines. */
export interface Shard {
  /** Counts from 1. */
  readonly index: number
  readonly count: number
}
