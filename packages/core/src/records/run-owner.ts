/** The process that holds a benchmark run or a sandbox. */
export interface RunOwner {
  /** Where its pid is known: a machine since its last boot, or a container on it. */
  readonly machine: string
  readonly pid: number
  /**
   * When it started, in milliseconds since the boot of its machine, which no change of the clock moves: with the
   * pid it tells a living owner from a later process. 0 where that cannot be read.
   */
  readonly startedAtMs: number
}
