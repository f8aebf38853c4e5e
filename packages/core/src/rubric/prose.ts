/** A line of Markdown. */
export interface MarkdownLine {
  /** Without its line ending. */
  readonly text: string
  /** Counts from 1. */
  readonly number: number
}

/** Markdown without what is fenced code or inside an HTML comment. */
export interface Prose {
  readonly lines: readonly MarkdownLine[]
  /** What is open to the end of the text, with all that it hides. */
  readonly unclosed?: Hidden
}

interface Hidden {
  readonly what: 'code fence' | 'comment'
  /** Where it begins; counts from 1. */
  readonly number: number
  readonly isClosedBy: (line: string) => boolean
  readonly lines: MarkdownLine[]
}

const openingFence = /^ {0,3}(?<fence>`{3,}(?=[^`]*$)|~{3,})/

/** Reads the prose of a Markdown text. Tolerates CRLF and a byte order mark. */
export function proseOf(text: string): Prose {
  const lines: MarkdownLine[] = []
  let hidden: Hidden | undefined
  for (const [index, content] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    const line = { text: content, number: index + 1 }
    if (hidden) {
      hidden.lines.push(line)
      if (hidden.isClosedBy(content)) hidden = undefined
      continue
    }
    hidden = openedBy(line)
    if (hidden?.what === 'comment' && hidden.isClosedBy(content)) hidden = undefined
    else if (hidden) continue
    else lines.push(line)
  }
  return { lines, ...(hidden && { unclosed: hidden }) }
}

function openedBy({ text, number }: MarkdownLine): Hidden | undefined {
  const fence = openingFence.exec(text)?.groups?.['fence']
  if (fence !== undefined) {
    return { what: 'code fence', number, isClosedBy: (line) => closes(line, fence), lines: [] }
  }
  if (!/^ {0,3}<!--/.test(text)) return undefined
  return { what: 'comment', number, isClosedBy: (line) => line.includes('-->'), lines: [] }
}

/** A fence is closed by at least as many of the same marks, and nothing after them. */
function closes(line: string, fence: string): boolean {
  const marks = /^ {0,3}(?<marks>`{3,}|~{3,})[ \t]*$/.exec(line)?.groups?.['marks']
  return marks !== undefined && marks[0] === fence[0] && marks.length >= fence.length
}
