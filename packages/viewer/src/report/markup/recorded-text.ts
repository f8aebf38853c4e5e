import { counted } from '@vitrial/core/text'
import { excerptOf, shownCharacters, type ExcerptPiece } from './excerpt.ts'
import { html, type Html } from './html.ts'

/** Recorded text as a block, and how much of it is shown. */
export interface RecordedText {
  readonly markup: Html
  readonly characters: number
}

/** Shows recorded text: its beginning and what was quoted from it, marked. */
export function recordedText(text: string, limit: number, quotes: readonly string[] = []): RecordedText {
  const pieces = excerptOf(text, limit, quotes)
  return {
    // The first line break in a <pre> is no part of it: this one is given away.
    markup: html`<pre dir="auto">${'\n'}${pieces.map(pieceMarkup)}</pre>`,
    characters: shownCharacters(pieces),
  }
}

function pieceMarkup(piece: ExcerptPiece): Html {
  if (piece.kind === 'omitted') {
    return html`<span class="omitted">Not shown: ${counted(piece.characters, 'more character')}</span>`
  }
  return piece.kind === 'quote' ? html`<mark>${piece.text}</mark>` : html`${piece.text}`
}
