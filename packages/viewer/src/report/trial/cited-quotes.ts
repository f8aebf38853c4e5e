import { describeTarget, type EvidenceTarget } from '@vitrial/core/evidence'
import type { Judgment } from '@vitrial/core/judging'

/** What a judgment cites of a recording, by what it points at. */
export interface CitedQuotes {
  /** The quotes from a piece of evidence; undefined if it is not cited, empty if cited as a whole. */
  quotesOf(target: EvidenceTarget): readonly string[] | undefined
  /** Every piece that is cited, once. */
  readonly targets: readonly EvidenceTarget[]
}

/** Gathers what a judgment cites. */
export function citedQuotes(judgment: Judgment | undefined): CitedQuotes {
  const quotes = new Map<string, string[]>()
  const targets: EvidenceTarget[] = []
  for (const { evidence } of judgment?.metrics ?? []) {
    for (const citation of evidence) {
      const key = describeTarget(citation)
      let known = quotes.get(key)
      if (!known) {
        known = []
        quotes.set(key, known)
        targets.push(citation)
      }
      if (citation.quote !== undefined) known.push(citation.quote)
    }
  }
  return { quotesOf: (target) => quotes.get(describeTarget(target)), targets }
}
