import { expect, test } from 'vitest'
import { nearestOf, slipOf, suggestionFor } from './nearest.ts'

test('means the word that is spelled most like it, whatever its case', () => {
  expect(nearestOf('Repititions', ['models', 'repetitions'])).toBe('repetitions')
  expect(nearestOf('SUM', ['sum-of', 'sum'])).toBe('sum')
})

test('means none that shares no letter with it', () => {
  expect(nearestOf('q', ['x'])).toBeUndefined()
  expect(suggestionFor('q', ['x', 'y'])).toBe('There are: x, y.')
})

test('lists no more than one reads', () => {
  const ids = Array.from({ length: 23 }, (_, index) => `eval-${index}`)
  expect(suggestionFor('nope', ids)).toBe(`There are: ${ids.slice(0, 20).join(', ')} and 3 more.`)
  expect(suggestionFor('nope', [])).toBe('There are none.')
})

test.each([
  ['Bash', 'bash'],
  ['bsh', 'bash'],
  ['bahs', 'bash'],
  ['web-fetch', 'webfetch'],
  ['web_serch', 'websearch'],
  ['bash', undefined],
  ['task', undefined],
  ['codesearch', undefined],
  ['tool_3', undefined],
  ['ls', undefined],
])('takes %s for a slip of %s', (word, meant) => {
  expect(slipOf(word, ['bash', 'webfetch', 'websearch', 'tool_2', 'l'])).toBe(meant)
})
