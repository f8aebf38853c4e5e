import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepEnds } from './keep-ends.ts'

const sizeOf = (text: string): number => text.length

test('keeps all of a row that fits', () => {
  expect(keepEnds(['aa', 'bb'], 4, sizeOf)).toEqual({ first: ['aa', 'bb'], leftOut: 0, last: [] })
})

test('leaves out the middle of a longer one, never the same item twice', () => {
  const row = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  expect(keepEnds(row, 6, sizeOf)).toEqual({ first: ['a', 'b', 'c', 'd'], leftOut: 3, last: ['h', 'i'] })
})

test('never keeps more than fits, and accounts for every item', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.nat(100), (row, room) => {
      const { first, leftOut, last } = keepEnds(row, room, sizeOf)
      expect(first.length + leftOut + last.length).toBe(row.length)
      expect([...first, ...last].join('').length).toBeLessThanOrEqual(room)
    }),
  )
})
