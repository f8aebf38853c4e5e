import pc from 'picocolors'
import { expect, test } from 'vitest'
import { shownText } from './shown-text.ts'

const { red, bold, dim } = pc.createColors(true)

test('keeps colours where there are any, and nothing else that acts on a terminal', () => {
  const text = `${bold(red('a'))}\n  ${dim('b\u001b[2J\u001b]52;c;eA==\u0007')}\u001b[8mhidden\u001b[41m`
  expect(shownText(text, true)).toBe(
    `${bold(red('a'))}\n  ${dim(String.raw`b\u{1b}[2J\u{1b}]52;c;eA==\u{7}`)}${String.raw`\u{1b}[8mhidden\u{1b}[41m`}`,
  )
  expect(shownText(red('a'), false)).toBe(String.raw`\u{1b}[31ma\u{1b}[39m`)
})

test('sees a command behind colours and blanks', () => {
  expect(shownText(` ${red('::error::x')}\n\t::error::y`, true)).toBe(
    ` ${red(String.raw`\u{3a}:error::x`)}\n\t${String.raw`\u{3a}:error::y`}`,
  )
})
