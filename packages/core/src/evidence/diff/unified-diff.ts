import { quotedName } from '../../text/quoted-name.ts'
import { lineEdits, type LineEdit } from './line-edits.ts'

/** Unchanged lines shown around a change. */
const contextLines = 3
/** Larger files are not compared line by line. */
const mostCharacters = 2_000_000

/**
 * The difference of two texts in unified format; empty if there is none. Undefined text is a file that is
 * not there.
 */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string {
  if (before === after) return ''
  const header = [
    `--- ${before === undefined ? '/dev/null' : diffName('a', path)}`,
    `+++ ${after === undefined ? '/dev/null' : diffName('b', path)}`,
  ]
  if ((before?.length ?? 0) + (after?.length ?? 0) > mostCharacters) {
    return [...header, 'Too large to compare line by line. Read both revisions instead.'].join('\n')
  }
  const edits = lineEdits(linesOf(before), linesOf(after))
  return [...header, ...hunksOf(edits).flatMap(hunkLines)].join('\n')
}

/** A file's name as a diff's head has it: quoted with its letter, so that it can forge no line of the diff. */
export function diffName(side: 'a' | 'b', path: string): string {
  return quotedName(`${side}/${path}`)
}

/** Lines with the mark that a missing last line break has in this format. */
function linesOf(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return []
  const lines = text.split('\n')
  const last = lines.pop()
  return last === '' ? lines : [...lines, `${last}\n\\ No newline at end of file`]
}

interface Hunk {
  readonly beforeStart: number
  readonly afterStart: number
  readonly edits: readonly LineEdit[]
}

/** Groups edits whose contexts touch. */
function hunksOf(edits: readonly LineEdit[]): readonly Hunk[] {
  const isNear = nearChange(edits)
  const hunks: Hunk[] = []
  let open: LineEdit[] | undefined
  let beforeLine = 1
  let afterLine = 1
  for (const [index, edit] of edits.entries()) {
    if (!isNear[index]) {
      open = undefined
    } else if (open === undefined) {
      open = [edit]
      hunks.push({ beforeStart: beforeLine, afterStart: afterLine, edits: open })
    } else {
      open.push(edit)
    }
    if (edit.kind !== 'added') beforeLine++
    if (edit.kind !== 'removed') afterLine++
  }
  return hunks
}

function nearChange(edits: readonly LineEdit[]): readonly boolean[] {
  const isNear = Array.from({ length: edits.length }, () => false)
  for (const [index, edit] of edits.entries()) {
    if (edit.kind === 'kept') continue
    isNear.fill(true, Math.max(0, index - contextLines), index + contextLines + 1)
  }
  return isNear
}

const marks = { kept: ' ', removed: '-', added: '+' } as const

function hunkLines({ beforeStart, afterStart, edits }: Hunk): readonly string[] {
  const before = edits.filter(({ kind }) => kind !== 'added').length
  const after = edits.filter(({ kind }) => kind !== 'removed').length
  return [
    `@@ -${range(beforeStart, before)} +${range(afterStart, after)} @@`,
    ...edits.map(({ kind, line }) => `${marks[kind]}${line}`),
  ]
}

/** A range of no lines names the line before it. */
function range(start: number, count: number): string {
  return count === 1 ? String(start) : `${count === 0 ? start - 1 : start},${count}`
}
