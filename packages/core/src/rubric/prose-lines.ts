/** A line of Markdown that is neither fenced code nor inside an HTML comment. */
export interface ProseLine {
  /** Without its line ending. */
  readonly text: string
  /** Counts from 1. */
  readonly number: number
}

const openingFence = /^ {0,3}(?<fence>`{3,}(?=[^`]*$)|~{3,})/

/** The lines of Markdown prose. Tolerates CRLF and a byte order mark. */
export function* proseLines(text: string): Iterable<ProseLine> {
  let fence: string | undefined
  let isComment = false
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .entries()) {
    if (fence !== undefined) {
      if (closes(line, fence)) fence = undefined
      continue
    }
    if (isComment) {
      isComment = !line.includes('-->')
      continue
    }
    fence = openingFence.exec(line)?.groups?.['fence']
    if (fence !== undefined) continue
    if (/^ {0,3}<!--/.test(line)) {
      isComment = !line.includes('-->')
      continue
    }
    yield { text: line, number: index + 1 }
  }
}

/** A fence is closed by at least as many of the same marks, and nothing after them. */
function closes(line: string, fence: string): boolean {
  const marks = /^ {0,3}(?<marks>`{3,}|~{3,})[ \t]*$/.exec(line)?.groups?.['marks']
  return marks !== undefined && marks[0] === fence[0] && marks.length >= fence.length
}
