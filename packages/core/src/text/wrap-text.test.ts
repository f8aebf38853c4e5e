import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrapText } from './wrap-text.ts'

test('breaks between words', () => {
  expect(wrapText('the agent assumes PostgreSQL and asks nothing', { width: 18 })).toEqual([
    'the agent assumes',
    'PostgreSQL and',
    'asks nothing',
  ])
})

test('breaks inside a word only if it is wider than a line', () => {
  expect(wrapText('see abcdefghij now', { width: 4 })).toEqual(['see', 'abcd', 'efgh', 'ij', 'now'])
})

test('ends in an ellipsis where lines were left off', () => {
  expect(wrapText('one two three four five', { width: 9, maxLines: 2 })).toEqual(['one two', 'three…'])
  expect(wrapText('abcdefghij', { width: 4, maxLines: 1 })).toEqual(['abc…'])
})

test('gives no line for an empty text', () => {
  expect(wrapText('  ', { width: 10 })).toEqual([])
})

test('measures with the ruler it is given', () => {
  expect(wrapText('日本語', { width: 4, measure: (text) => Array.from(text).length * 2 })).toEqual([
    '日本',
    '語',
  ])
})

test('keeps every character and every width', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: 1, max: 40 }), (text, width) => {
      const lines = wrapText(text, { width })
      expect(lines.every((line) => Array.from(line).length <= width)).toBe(true)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    }),
  )
})
