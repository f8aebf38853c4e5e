import { distance } from 'fastest-levenshtein'

/** The candidate that a misspelled word most likely means; undefined if none is near. Letter case is ignored. */
export function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  let nearest: string | undefined
  let shortest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase())
    const isNear = edits <= Math.max(1, Math.floor(Math.max(word.length, candidate.length) * 0.4))
    if (!isNear || edits >= shortest) continue
    nearest = candidate
    shortest = edits
  }
  return nearest
}

/** What to write instead of an unknown word: the nearest candidate, else all there are. */
export function suggestionFor(word: string, candidates: readonly string[]): string {
  const nearest = nearestOf(word, candidates)
  if (nearest !== undefined) return `Did you mean ${JSON.stringify(nearest)}?`
  if (candidates.length === 0) return 'There are none.'
  return `There ${candidates.length === 1 ? 'is' : 'are'}: ${candidates.join(', ')}.`
}
