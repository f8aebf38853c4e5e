/** A stretch of time, in milliseconds since the epoch. */
export interface Interval {
  readonly startMs: number
  readonly endMs: number
}

/** The time that any of the intervals covers, in order and without overlap; impossible ones are dropped. */
export function unionOf(intervals: Iterable<Interval>): readonly Interval[] {
  const possible = [...intervals].filter(
    ({ startMs, endMs }) => Number.isFinite(startMs) && Number.isFinite(endMs) && startMs < endMs,
  )
  const union: Interval[] = []
  for (const interval of possible.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = union.at(-1)
    if (last && interval.startMs <= last.endMs) {
      union[union.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, interval.endMs) }
    } else {
      union.push(interval)
    }
  }
  return union
}
