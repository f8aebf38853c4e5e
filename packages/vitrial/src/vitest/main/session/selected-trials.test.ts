import { trialsOf } from '@vitrial/core/trial'
import { expect, test } from 'vitest'
import { selectedTrials, type SelectionInput } from './selected-trials.ts'

const trials = trialsOf({ evalIds: ['ask'], models: ['scripted/a', 'scripted/b'], repetitions: 10 })

function select(specification: Partial<SelectionInput['specification']>, namePattern?: RegExp) {
  const whole = {
    testIds: undefined,
    testLines: undefined,
    testNamePattern: undefined,
    testTagsFilter: undefined,
    ...specification,
  }
  return selectedTrials({ specification: whole, trials, namePattern }).map(({ id }) => id)
}

test('takes every trial when nothing filters', () => {
  expect(select({})).toHaveLength(20)
})

test('matches the whole name of a trial, as Vitest does', () => {
  expect(select({}, /#1/)).toHaveLength(4)
  expect(select({}, /#1$/)).toEqual(['ask:scripted/a:1', 'ask:scripted/b:1'])
  expect(select({}, /^ask \/ scripted\/b \/ #10$/)).toEqual(['ask:scripted/b:10'])
})

test("prefers the specification's own pattern", () => {
  expect(select({ testNamePattern: /a \/ #3$/ }, /#1$/)).toEqual(['ask:scripted/a:3'])
})

test('takes a line filter on the first line only, where the tests are', () => {
  expect(select({ testLines: [1] })).toHaveLength(20)
  expect(select({ testLines: [2] })).toEqual([])
})

test('starts nothing ahead where the filter cannot be told from here', () => {
  expect(select({ testIds: ['123_0'] })).toEqual([])
  expect(select({ testTagsFilter: ['slow'] })).toEqual([])
})
