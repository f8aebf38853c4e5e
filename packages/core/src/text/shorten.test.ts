import { expect, test } from 'vitest'
import { ellipsize, shorten } from './shorten.ts'

test('leaves a text that fits as it is', () => {
  expect([shorten('four', 4), ellipsize('four', 4)]).toEqual(['four', 'four'])
})

test('says that, or how much, is left out', () => {
  expect([shorten('four five', 4), ellipsize('four five', 4)]).toEqual(['four… (5 more characters)', 'four…'])
  expect(shorten('fives', 4)).toBe('five… (1 more character)')
})

test('cuts no character in two', () => {
  expect([shorten('ab😀cd', 3), ellipsize('ab😀cd', 3)]).toEqual(['ab… (4 more characters)', 'ab…'])
})
