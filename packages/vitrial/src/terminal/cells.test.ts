import { expect, test } from 'vitest'
import { flowCells, paddedCell, truncateMiddle } from './cells.ts'

test('goes on in the next line where a cell does not fit', () => {
  const cells = [{ text: 'aaaa' }, { text: 'bbbb' }, { text: 'cccc' }]
  expect(flowCells(cells, { width: 13, indent: 2 })).toEqual(['aaaa   bbbb', '  cccc'])
})

test('fills a cell up by columns, not by characters or colour codes', () => {
  expect(paddedCell({ text: '日本', width: 6, paint: (text) => `<${text}>` })).toBe('<日本>  ')
})

test('shortens in the middle, as wide as allowed', () => {
  expect(truncateMiddle('provider/model#high', 11)).toBe('provi…#high')
  expect(truncateMiddle('short', 11)).toBe('short')
  expect(truncateMiddle('日本語日本語', 5)).toBe('日…語')
  expect(truncateMiddle('abc', 1)).toBe('…')
})
