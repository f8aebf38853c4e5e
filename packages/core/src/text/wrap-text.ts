/** How many columns a text takes. */
export type MeasureText = (text: string) => number

export interface WrapOptions {
  /** Columns a line may take; at least 1. */
  readonly width: number
  /** Lines to keep; a longer text ends in `…`. @default all */
  readonly maxLines?: number
  /** @default one column a code point */
  readonly measure?: MeasureText
}

/** Breaks one line of text into lines no wider than `width`: between words, inside a word only if it must. */
export function wrapText(text: string, options: WrapOptions): readonly string[] {
  const { width, maxLines = Infinity, measure = countCodePoints } = options
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').filter((part) => part !== '')) {
    for (const piece of piecesOf(word, width, measure)) {
      const longer = line === '' ? piece : `${line} ${piece}`
      if (measure(longer) <= width) {
        line = longer
      } else {
        lines.push(line)
        line = piece
      }
    }
  }
  if (line !== '') lines.push(line)
  if (lines.length <= maxLines) return lines
  const kept = lines.slice(0, maxLines)
  const last = kept.pop() ?? ''
  return [...kept, endWithEllipsis(last, width, measure)]
}

function piecesOf(word: string, width: number, measure: MeasureText): readonly string[] {
  if (measure(word) <= width) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && measure(piece + character) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return piece === '' ? pieces : [...pieces, piece]
}

function endWithEllipsis(line: string, width: number, measure: MeasureText): string {
  let kept = line
  while (kept !== '' && measure(`${kept}…`) > width) kept = Array.from(kept).slice(0, -1).join('')
  return `${kept.trimEnd()}…`
}

function countCodePoints(text: string): number {
  return Array.from(text).length
}
