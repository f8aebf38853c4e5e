import { expect, test } from 'vitest'
import { printableLines } from './printable-lines.ts'

test('keeps line breaks and tabs and makes the rest visible', () => {
  expect(printableLines('a\r\n\tb\n\u001b[31mred\u202e\rx')).toBe(
    String.raw`a
	b
\u{1b}[31mred\u{202e}\rx`,
  )
})
