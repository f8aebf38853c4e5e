/** What became of a line. */
export interface LineEdit {
  readonly kind: 'kept' | 'removed' | 'added'
  readonly line: string
}

/** Beyond this many edits the shortest way is not searched for: all is removed, then all is added. */
const mostEdits = 1_000

/**
 * The shortest edit from one list of lines to another.
 *
 * Eugene W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1 (1986).
 */
export function lineEdits(before: readonly string[], after: readonly string[]): readonly LineEdit[] {
  const start = commonStart(before, after)
  const end = commonEnd(before, after, start)
  const middleBefore = before.slice(start, before.length - end)
  const middleAfter = after.slice(start, after.length - end)
  return [
    ...before.slice(0, start).map(keptLine),
    ...(shortestEdits(middleBefore, middleAfter) ?? replaced(middleBefore, middleAfter)),
    ...before.slice(before.length - end).map(keptLine),
  ]
}

function keptLine(line: string): LineEdit {
  return { kind: 'kept', line }
}

function commonStart(before: readonly string[], after: readonly string[]): number {
  let count = 0
  while (count < before.length && count < after.length && before[count] === after[count]) count++
  return count
}

function commonEnd(before: readonly string[], after: readonly string[], start: number): number {
  const most = Math.min(before.length, after.length) - start
  let count = 0
  while (count < most && before[before.length - 1 - count] === after[after.length - 1 - count]) count++
  return count
}

function replaced(before: readonly string[], after: readonly string[]): readonly LineEdit[] {
  return [
    ...before.map((line): LineEdit => ({ kind: 'removed', line })),
    ...after.map((line): LineEdit => ({ kind: 'added', line })),
  ]
}

/** How far each diagonal k = x - y reached, indexed by k + {@link Frontier.offset}. */
interface Frontier {
  readonly offset: number
  readonly furthest: Int32Array
}

function shortestEdits(before: readonly string[], after: readonly string[]): readonly LineEdit[] | undefined {
  const limit = Math.min(before.length + after.length, mostEdits)
  const steps: Frontier[] = []
  let previous: Frontier = { offset: 1, furthest: new Int32Array(3) }
  for (let depth = 0; depth <= limit; depth++) {
    const frontier: Frontier = { offset: depth + 1, furthest: new Int32Array(2 * depth + 3) }
    steps.push(frontier)
    for (let k = -depth; k <= depth; k += 2) {
      let x = depth === 0 ? 0 : entry(previous, k, depth).x
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++
      frontier.furthest[k + frontier.offset] = x
      if (x >= before.length && x - k >= after.length) return traced(steps, before, after)
    }
    previous = frontier
  }
  return undefined
}

/** The better way onto diagonal k: down adds a line, right removes one. Gives the x it arrives at. */
function entry(previous: Frontier, k: number, depth: number): { isDown: boolean; x: number } {
  const at = (diagonal: number): number => previous.furthest[diagonal + previous.offset] ?? 0
  const isDown = k === -depth || (k !== depth && at(k - 1) < at(k + 1))
  return { isDown, x: isDown ? at(k + 1) : at(k - 1) + 1 }
}

/** Walks back from the end through the frontiers that led to it. */
function traced(
  steps: readonly Frontier[],
  before: readonly string[],
  after: readonly string[],
): readonly LineEdit[] {
  const edits: LineEdit[] = []
  let x = before.length
  let y = after.length
  const keepDownTo = (end: number): void => {
    for (; x > end; x--, y--) edits.push({ kind: 'kept', line: before[x - 1] ?? '' })
  }
  for (let depth = steps.length - 1; depth > 0; depth--) {
    const previous = steps[depth - 1]
    if (previous === undefined) break
    const way = entry(previous, x - y, depth)
    keepDownTo(way.x)
    if (way.isDown) edits.push({ kind: 'added', line: after[--y] ?? '' })
    else edits.push({ kind: 'removed', line: before[--x] ?? '' })
  }
  keepDownTo(0)
  return edits.toReversed()
}
