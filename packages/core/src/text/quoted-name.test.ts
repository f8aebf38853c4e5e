import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { quotedName } from './quoted-name.ts'

test.each([
  ['src/sum.ts', 'src/sum.ts'],
  ['a b/日本語.md', 'a b/日本語.md'],
  ['new\nline', String.raw`"new\nline"`],
  ['a"b\\c\t', String.raw`"a\"b\\c\t"`],
  ['\u0007\b\v\f\r\u001b\u0000', String.raw`"\a\b\v\f\r\033\000"`],
  ['txt.\u202eexe', String.raw`"txt.\342\200\256exe"`],
  ['a\u2028b\u200dc\u3164', String.raw`"a\342\200\250b\342\200\215c\343\205\244"`],
  ['half\ud800', String.raw`"half\355\240\200"`],
  [' a ', String.raw`"\040a\040"`],
  ['a\u00a0b', String.raw`"a\302\240b"`],
  ['', '""'],
])('writes %j', (name, expected) => {
  expect(quotedName(name)).toBe(expected)
})

test('is one visible line, and of one name only', () => {
  const name = fc.string({
    unit: fc.constantFrom('a', '"', '\\', 'n', '0', '1', '\n', '\u0001', '\u202e', '\ud800', ' '),
  })
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(quotedName(one)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
      expect(quotedName(one) === quotedName(other)).toBe(one === other)
    }),
  )
})
