import { distance } from 'fastest-levenshtein'

/** Finds the candidate that a misspelled word most likely means; undefined if none is near. Letter case is ignored. */
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

/**
 * Finds the candidate that someone meant to write who wrote another word: other capitals or separators, one letter
 * too many, too few or wrong, or two changed. Undefined if the word is one of them. It is closer than {@link
 * nearestOf}, for where a word of its own may be meant: `tool_1` is no slip of `tool_2`.
 */
export function slipOf(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.includes(word)) return undefined
  const meant = lettersOf(word)
  return candidates.find((candidate) => {
    const letters = lettersOf(candidate)
    if (letters.replaceAll(/\D/g, '') !== meant.replaceAll(/\D/g, '')) return false
    return meant.length > 2 && (distance(letters, meant) <= 1 || isSwapped(letters, meant))
  })
}

function lettersOf(word: string): string {
  return word.replaceAll(/[\s_.-]/g, '').toLowerCase()
}

/** True for two words that differ in two neighbours which changed places. */
function isSwapped(one: string, other: string): boolean {
  const at = Array.from(one).findIndex((letter, index) => letter !== other[index])
  return one.slice(0, at) + (one[at + 1] ?? '') + (one[at] ?? '') + one.slice(at + 2) === other
}

/** Candidates shown of a long list. */
const shownCandidates = 20

/** Suggests what to write instead of an unknown word: the nearest candidate, else those there are. */
export function suggestionFor(word: string, candidates: readonly string[]): string {
  const nearest = nearestOf(word, candidates)
  if (nearest !== undefined) return `Did you mean ${JSON.stringify(nearest)}?`
  if (candidates.length === 0) return 'There are none.'
  const left = candidates.length - shownCandidates
  const more = left > 0 ? ` and ${left} more` : ''
  const shown = candidates.slice(0, shownCandidates).join(', ')
  return `There ${candidates.length === 1 ? 'is' : 'are'}: ${shown}${more}.`
}
