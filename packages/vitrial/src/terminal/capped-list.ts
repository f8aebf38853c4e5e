/** Entries shown of a long list. */
const shownEntries = 10

/** The lines of the first entries, and how many more there are. */
export function cappedList<T>(
  entries: readonly T[],
  linesOf: (entry: T, index: number) => readonly string[],
): readonly string[] {
  const shown = entries.slice(0, shownEntries).flatMap(linesOf)
  const left = entries.length - shownEntries
  return left > 0 ? [...shown, `   and ${left} more`] : shown
}
