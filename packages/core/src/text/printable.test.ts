import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable } from './printable.ts'

test.each([
  ['a colour sequence', '\u001b[31mred\u001b[0m', String.raw`\u{1b}[31mred\u{1b}[0m`],
  ['an 8-bit control sequence', '\u009b2J', String.raw`\u{9b}2J`],
  ['a line break', 'one\r\ntwo', String.raw`one\r\ntwo`],
  ['a tab', 'a\tb', String.raw`a\tb`],
  ['a backspace and a bell', 'a\b\u0007', String.raw`a\u{8}\u{7}`],
  ['a right-to-left override', 'txt.\u202eexe', String.raw`txt.\u{202e}exe`],
  ['a bidi isolate', '\u2066x\u2069', String.raw`\u{2066}x\u{2069}`],
  ['a zero-width space', 'pass\u200bword', String.raw`pass\u{200b}word`],
  ['a line separator', 'a\u2028b', String.raw`a\u{2028}b`],
  ['a lone surrogate', 'a\ud800b', String.raw`a\u{d800}b`],
  ['an invisible tag', '\u{e0041}', String.raw`\u{e0041}`],
  ['a command of GitHub', '::error::x', String.raw`\u{3a}:error::x`],
  ['a command behind blanks', ' \u00a0\u3000::add-mask::x', ' \u00a0\u3000' + String.raw`\u{3a}:add-mask::x`],
  ['a command behind a joiner', '\u200d:\u200d:error::x', '\u200d' + String.raw`\u{3a}` + '\u200d:error::x'],
  ['a command in its first form', 'so: ##[error]x', String.raw`so: \u{23}#[error]x`],
  ['a command of Azure', '###vso[task.x]', String.raw`#\u{23}#vso[task.x]`],
  ['a command of TeamCity', "##teamcity[x 'y']", String.raw`\u{23}#teamcity[x 'y']`],
  ['a section of GitLab', 'section_start:17:a', String.raw`section_start\u{3a}17:a`],
])('makes %s visible', (_, text, expected) => {
  expect(printable(text)).toBe(expected)
})

test('leaves readable text of any script as it is', () => {
  const text = 'naïve “quote” — 日本語, עברית, 👩‍🔬, नमस्ते \\ / std::vector f :: Int ## [a] section_start'
  expect(printable(text)).toBe(text)
})

const commandLike = fc
  .array(
    fc.constantFrom(':', '#', '[', ' ', '\t', '\n', '\u200d', 'error', 'vso', 'section_end', '1', '\u001b'),
  )
  .map((parts) => parts.join(''))

test('never returns what a terminal or a CI runner acts on, and changes nothing the second time', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), commandLike), (text) => {
      const shown = printable(text)
      // oxlint-disable-next-line no-control-regex -- controls are what is looked for
      expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/)
      expect(shown).not.toMatch(/^\s*::|##\w*\[/)
      expect(printable(shown)).toBe(shown)
    }),
  )
})
