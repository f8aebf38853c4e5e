import type { Clock } from '@vitrial/core/ports'

/**
 * The time of one run. It begins at what the machine says, and from there on only what has really passed counts: a
 * machine's clock that is set back or forward in mid-run moves none of its times, and their differences are durations.
 */
export interface RunTime extends Pick<Clock, 'now'> {
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number
}

/** Begins the time of a run. */
export function startRunTime(clock: Clock): RunTime {
  const [startedAtMs, began] = [clock.now(), clock.elapsed()]
  return { startedAtMs, now: () => startedAtMs + Math.round(clock.elapsed() - began) }
}
