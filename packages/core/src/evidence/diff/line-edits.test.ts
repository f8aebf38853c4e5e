import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineEdits } from './line-edits.ts'

const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })

test('rebuilds both texts with the fewest edits', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const edits = lineEdits(before, after)
      expect(edits.filter(({ kind }) => kind !== 'added').map(({ line }) => line)).toEqual(before)
      expect(edits.filter(({ kind }) => kind !== 'removed').map(({ line }) => line)).toEqual(after)
      expect(edits.filter(({ kind }) => kind === 'kept')).toHaveLength(longestCommon(before, after))
    }),
    { numRuns: 500 },
  )
})

test('replaces everything where the texts have too little in common', () => {
  const before = Array.from({ length: 3000 }, (_, index) => `before ${index}`)
  const after = Array.from({ length: 3000 }, (_, index) => `after ${index}`)
  const edits = lineEdits(['same', ...before], ['same', ...after])
  expect(edits.map(({ kind }) => kind).slice(0, 3)).toEqual(['kept', 'removed', 'removed'])
  expect(edits).toHaveLength(6001)
})

/** Length of the longest common subsequence, the slow and plain way. */
function longestCommon(before: readonly string[], after: readonly string[]): number {
  if (before.length === 0) return 0
  let row = Array.from({ length: after.length + 1 }, () => 0)
  for (const line of before) {
    const next = [0]
    for (const [index, other] of after.entries()) {
      const kept = line === other ? (row[index] ?? 0) + 1 : 0
      next.push(Math.max(kept, row[index + 1] ?? 0, next[index] ?? 0))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
