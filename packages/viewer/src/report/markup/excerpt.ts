import { codePointBoundary } from '@vitrial/core/text'

/** A piece of a text: shown as it is, shown as quoted by a judge, or left out. */
export type ExcerptPiece =
  | { readonly kind: 'text' | 'quote'; readonly text: string }
  | { readonly kind: 'omitted'; readonly characters: number }

interface Range {
  readonly start: number
  readonly end: number
}

/** What is shown around a quote that stands beyond the beginning. */
const contextCharacters = 160
/** What is shown of a quote. */
const quoteCharacters = 1_200

/**
 * The beginning of a text, and every passage that was quoted from it, in the order of the text. All pieces
 * together are the text again.
 */
export function excerptOf(text: string, limit: number, quotes: readonly string[]): readonly ExcerptPiece[] {
  const quoted = merged(quotes.flatMap((quote) => rangeOf(text, quote)))
  const shown = merged([
    { start: 0, end: Math.min(limit, text.length) },
    ...quoted.map(({ start, end }) => ({
      start: Math.max(0, start - contextCharacters),
      end: Math.min(text.length, Math.min(end, start + quoteCharacters) + contextCharacters),
    })),
  ])
  const cuts = new Set([0, text.length])
  for (const { start, end } of [...quoted, ...shown]) {
    cuts.add(codePointBoundary(text, start)).add(codePointBoundary(text, end))
  }
  const places = [...cuts].toSorted((a, b) => a - b)
  const pieces: ExcerptPiece[] = []
  for (const [index, start] of places.entries()) {
    const end = places[index + 1]
    if (end === undefined) break
    const last = pieces.at(-1)
    if (isIn(shown, start)) {
      pieces.push({ kind: isIn(quoted, start) ? 'quote' : 'text', text: text.slice(start, end) })
    } else if (last?.kind === 'omitted') {
      pieces[pieces.length - 1] = { kind: 'omitted', characters: last.characters + end - start }
    } else {
      pieces.push({ kind: 'omitted', characters: end - start })
    }
  }
  return pieces
}

/** How much of a text its excerpt shows. */
export function shownCharacters(pieces: readonly ExcerptPiece[]): number {
  return pieces.reduce((sum, piece) => sum + (piece.kind === 'omitted' ? 0 : piece.text.length), 0)
}

function rangeOf(text: string, quote: string): readonly Range[] {
  const start = text.indexOf(quote)
  return start < 0 || quote === '' ? [] : [{ start, end: start + quote.length }]
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && range.start <= last.end) {
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) }
    } else {
      joined.push(range)
    }
  }
  return joined
}

function isIn(ranges: readonly Range[], place: number): boolean {
  return ranges.some(({ start, end }) => start <= place && place < end)
}
