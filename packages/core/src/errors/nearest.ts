import { distance } from 'fastest-levenshtein'

/** The candidate that a misspelled word most likely means; undefined if none is near. Letter case is ignored. */
export function nearestOf(word: string, candidates: readonly string[]): string | undefined {
  let nearest: string | undefined
  let shortest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const edits = distance(word.toLowerCase(), candidate.toLowerCase())
    const longer = Math.max(word.length, candidate.length)
    const isNear = edits < longer && edits <= Math.max(1, Math.floor(longer * 0.4))
    if (!isNear || edits >= shortest) continue
    nearest = candidate
    shortest = edits
  }
  return nearest
}

/** Candidates shown of a long list. */
const shownCandidates = 20

/** What to write instead of an unknown word: the nearest candidate, else those there are. */
export function suggestionFor(word: string, candidates: readonly string[]): string {
  const nearest = nearestOf(word, candidates)
  if (nearest !== undefined) return `Did you mean ${JSON.stringify(nearest)}?`
  if (candidates.length === 0) return 'There are none.'
  const left = candidates.length - shownCandidates
  const more = left > 0 ? ` and ${left} more` : ''
  const shown = candidates.slice(0, shownCandidates).join(', ')
  return `There ${candidates.length === 1 ? 'is' : 'are'}: ${shown}${more}.`
}
