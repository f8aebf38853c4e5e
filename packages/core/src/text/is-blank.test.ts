import { expect, test } from 'vitest'
import { isBlank } from './is-blank.ts'

test.each([
  ['nothing', ''],
  ['blanks', ' \t\n\u00a0\u3000\u2003'],
  ['zero-width marks', '\u200b\u200c\u200d\u2060\ufeff'],
  ['bidi marks', '\u200e\u202e\u2066\u2069\u061c'],
  ['controls', '\u0000\u001b\u0085'],
  ['tags', '\u{e0041}\u{e007f}'],
  ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
  ['a blank of Braille', '\u2800'],
  ['an empty note', '\u{1D159}'],
  ['variation selectors', '\ufe0f\u{e0100}\u180b'],
  ['marks on nothing', '\u0301\u034f'],
  ['halves of characters', '\ud800'],
])('sees nothing in %s', (_, text) => {
  expect(isBlank(text)).toBe(true)
})

test.each(['x', '0', '}', '—', '日', 'é', '👩‍🔬', '\u0301a', '\u200b.\u200b', '⠁'])('sees %j', (text) => {
  expect(isBlank(text)).toBe(false)
})
