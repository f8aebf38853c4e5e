import { expect, test } from 'vitest'
import { quoteDifference } from './quote-difference.ts'

test.each([
  ['white space', 'The sum\nis  wrong', 'The sum is wrong', 'white space'],
  ['a no-break space', 'The\u00a0sum', 'The sum', 'white space'],
  ['curly quotation marks', 'it isn’t “done”', 'it isn\'t "done"', 'typographic marks'],
  ['straight quotation marks', 'it isn\'t "done"', 'it isn’t “done”', 'typographic marks'],
  ['guillemets', '«done»', '"done"', 'typographic marks'],
  ['a dash', 'one — two', 'one -- two', 'typographic marks'],
  ['a minus', '−1', '-1', 'typographic marks'],
  ['an ellipsis', 'and so on…', 'and so on...', 'typographic marks'],
  ['a composed accent', 'caf\u00e9', 'cafe\u0301', 'how accents are written'],
  ['a decomposed accent', 'cafe\u0301', 'caf\u00e9', 'how accents are written'],
  ['a ligature', 'the \ufb01rst', 'the first', 'ligatures'],
  ['full width', '\uff21\uff22', 'AB', 'ligatures'],
  ['a soft hyphen', 'co\u00adoperate', 'cooperate', 'invisible characters'],
  ['case', 'The Sum', 'the sum', 'upper and lower case'],
  ['two of them', 'The  sum isn’t', "The sum isn't", 'white space (spaces and line breaks) and typographic'],
])('names %s', (_name, text, quote, difference) => {
  const named = quoteDifference(`Before. ${text} After.`, quote)
  expect(named).toContain(difference)
  if (!difference.includes(') and ')) expect(named).not.toContain(') and ')
})

test.each([
  ['Something else', 'the sum'],
  ['Only words', '\u200b\u00ad'],
  ['', 'a'],
])('finds nothing of the like in %j for %j', (text, quote) => {
  expect(quoteDifference(text, quote)).toBeUndefined()
})
