/** The first and the last of a row, and how many between them are left out. */
export interface KeptEnds<T> {
  readonly first: readonly T[]
  readonly leftOut: number
  readonly last: readonly T[]
}

/**
 * Keeps what fits of a row: two thirds of the room for its beginning, the rest for its end. How a run began
 * and how it ended say more than its middle.
 */
export function keepEnds<T>(row: readonly T[], room: number, sizeOf: (item: T) => number): KeptEnds<T> {
  const total = row.reduce((sum, item) => sum + sizeOf(item), 0)
  if (total <= room) return { first: row, leftOut: 0, last: [] }
  const fromStart = countThatFits(row, (room * 2) / 3, sizeOf)
  const rest = row.slice(fromStart).toReversed()
  const fromEnd = countThatFits(rest, room / 3, sizeOf)
  return {
    first: row.slice(0, fromStart),
    leftOut: row.length - fromStart - fromEnd,
    last: row.slice(row.length - fromEnd),
  }
}

function countThatFits<T>(row: readonly T[], room: number, sizeOf: (item: T) => number): number {
  let used = 0
  for (const [index, item] of row.entries()) {
    used += sizeOf(item)
    if (used > room) return index
  }
  return row.length
}
