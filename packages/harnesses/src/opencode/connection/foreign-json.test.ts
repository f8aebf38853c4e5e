import { expect, test } from 'vitest'
import { checkForeignJson, TooMuchOutputError } from './foreign-json.ts'

const limits = { characters: 1024 * 1024, values: 100 }

test.each([
  ['a long text', JSON.stringify(['x'.repeat(1_000_000)])],
  ['a text that looks like values', JSON.stringify(['[{,"\\'.repeat(1000), '\\', '"', '\\"[[['])],
  ['a hundred values', `[${'1,'.repeat(98)}1]`],
  ['a hundred levels', '['.repeat(100) + ']'.repeat(100)],
  ['no JSON at all', '}}}]]] "unfinished \\'],
])('lets %s pass', (_, text) => {
  checkForeignJson(text, limits, 'one event')
})

test.each([
  ['more characters', 'x'.repeat(1024 * 1024 + 1), 'more than 1 MiB in one event'],
  ['more elements', `[${'1,'.repeat(200)}1]`, 'more than 100 values in one event'],
  ['more objects', '[{}{}{}{}'.repeat(50), 'more than 100 values in one event'],
  ['more after a text', `["\\\\",${'[],'.repeat(200)}1]`, 'more than 100 values in one event'],
  ['more levels', '['.repeat(200_000), 'more than 100 values in one event'],
])('stops at %s', (_, text, tooMuch) => {
  let thrown: unknown
  try {
    checkForeignJson(text, limits, 'one event')
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(TooMuchOutputError)
  expect(thrown).toMatchObject({ tooMuch })
})
