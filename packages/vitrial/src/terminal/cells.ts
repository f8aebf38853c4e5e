import stringWidth from 'string-width'

/** A piece of a line that is never broken. */
export interface Cell {
  /** Plain text, printable. */
  readonly text: string
  /** Columns to fill up to. @default as wide as the text */
  readonly width?: number
  /** Colours the text; never changes its width. */
  readonly paint?: (text: string) => string
}

export interface FlowOptions {
  /** Columns a line may take. */
  readonly width: number
  /** Columns before every line. */
  readonly indent: number
}

const gap = '   '

/**
 * Lays cells side by side, going on in the next line where one does not fit. The first line comes without
 * its indent, which the caller's own text fills.
 */
export function flowCells(cells: readonly Cell[], options: FlowOptions): readonly string[] {
  const { width, indent } = options
  const lines: string[] = []
  let line = ''
  let used = indent
  for (const cell of cells) {
    const text = truncateMiddle(cell.text, Math.max(1, width - indent))
    const before = line === '' ? '' : gap
    if (line !== '' && used + stringWidth(before + text) > width) {
      lines.push(line.trimEnd())
      line = ''
      used = indent
    }
    const shown = `${line === '' ? '' : gap}${paddedCell({ ...cell, text })}`
    line += shown
    used += stringWidth(shown)
  }
  lines.push(line.trimEnd())
  return lines.map((content, index) => (index === 0 ? content : ' '.repeat(indent) + content))
}

/** A cell's text in its colour, filled up with spaces. */
export function paddedCell({ text, width = 0, paint }: Cell): string {
  const missing = Math.max(0, width - stringWidth(text))
  return (paint ? paint(text) : text) + ' '.repeat(missing)
}

/** Shortens in the middle: names differ at both ends. */
export function truncateMiddle(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  const characters = Array.from(text)
  let head = Math.ceil((width - 1) / 2)
  let tail = width - 1 - head
  for (;;) {
    const end = tail === 0 ? [] : characters.slice(-tail)
    const shortened = [...characters.slice(0, head), '…', ...end].join('')
    if (stringWidth(shortened) <= width || head === 0) return shortened
    if (tail >= head) tail -= 1
    else head -= 1
  }
}
