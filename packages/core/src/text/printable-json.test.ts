import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { printableJson } from './printable-json.ts'

test('escapes what JSON would leave for a terminal or a CI runner to act on', () => {
  expect(
    printableJson({ a: '\u009b2J\u2028\u202e\u{e0041} ##[error]x ##vso[y] section_end:1:z\n::error::' }),
  ).toBe(
    String.raw`{"a":"\u009b2J\u2028\u202e\udb40\udc41 \u0023#[error]x \u0023#vso[y] section_end\u003a1:z\n::error::"}`,
  )
})

test('says what the value says, on lines that begin with no text of it', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('##[x', '::x::', 'section_start:1'))
  fc.assert(
    fc.property(fc.dictionary(text, fc.array(text)), fc.constantFrom(undefined, 2), (value, space) => {
      const json = printableJson(value, space)
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
      // oxlint-disable-next-line no-control-regex -- controls are what is looked for
      expect(json).not.toMatch(/(?!\n)[\u0000-\u001f\u007f-\u009f\u2028-\u202e]|##\w*\[|^\s*::/m)
    }),
  )
})
