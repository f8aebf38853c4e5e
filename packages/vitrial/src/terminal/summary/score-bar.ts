import type { Bounds } from '@vitrial/core/scores'

/** How many places of a bar are certain, and how many may still come. */
export interface ScoreBar {
  readonly certain: string
  readonly possible: string
}

/**
 * A score as a bar: `━` up to the lower bound, `┄` up to the upper. Only 100 fills it, only 0 leaves it
 * empty, and what is uncertain always shows.
 */
export function scoreBar({ lower, upper }: Pick<Bounds, 'lower' | 'upper'>, width: number): ScoreBar {
  const certain = placesOf(lower, width)
  const isOpen = upper > lower
  const end = Math.max(placesOf(upper, width), isOpen ? certain + 1 : certain)
  return { certain: '━'.repeat(certain), possible: '┄'.repeat(Math.min(end, width) - certain) }
}

function placesOf(percentage: number, width: number): number {
  if (percentage <= 0) return 0
  if (percentage >= 100) return width
  return Math.min(width - 1, Math.max(1, Math.round((percentage / 100) * width)))
}

/** The scale over bars of this width: 0, 50 and 100 in their places. */
export function barScale(width: number): string {
  const middle = Math.floor(width / 2) - 1
  return `${'0'.padEnd(middle)}${'50'.padEnd(width - middle - 3)}100`
}
