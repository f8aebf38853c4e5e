import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test('shows a short text whole, with what was quoted from it', () => {
  expect(excerptOf('one two three', 100, ['two'])).toEqual([
    { kind: 'text', text: 'one ' },
    { kind: 'quote', text: 'two' },
    { kind: 'text', text: ' three' },
  ])
})

test('shows the beginning of a long one, and a quote far behind it with what stands around', () => {
  const text = `${'a'.repeat(1_000)}NEEDLE${'b'.repeat(1_000)}`
  expect(excerptOf(text, 100, ['NEEDLE', 'not there'])).toEqual([
    { kind: 'text', text: 'a'.repeat(100) },
    { kind: 'omitted', characters: 740 },
    { kind: 'text', text: 'a'.repeat(160) },
    { kind: 'quote', text: 'NEEDLE' },
    { kind: 'text', text: 'b'.repeat(160) },
    { kind: 'omitted', characters: 840 },
  ])
})

test('accounts for every character and never splits one', () => {
  const texts = fc.array(fc.constantFrom('a', '🎉', 'xyz', '\n')).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, fc.nat(20), fc.array(texts, { maxLength: 3 }), (text, limit, quotes) => {
      const pieces = excerptOf(text, limit, quotes)
      const shown = pieces.flatMap((piece) => (piece.kind === 'omitted' ? [] : [piece.text]))
      const omitted = pieces.reduce(
        (sum, piece) => sum + (piece.kind === 'omitted' ? piece.characters : 0),
        0,
      )
      expect(shown.join('').length + omitted).toBe(text.length)
      for (const piece of shown) expect(piece).not.toMatch(/\p{Cs}/u)
    }),
  )
})
