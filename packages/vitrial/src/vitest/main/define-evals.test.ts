import { BenchmarkError } from '@vitrial/core/errors'
import { expect, test } from 'vitest'
import { defineEvals, type EvalsOptions } from './define-evals.ts'

/** What is wrong with options, as a person who writes JavaScript may give them. */
function problemsOf(options: unknown): readonly unknown[] {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the types refuse is tested
    defineEvals(options as EvalsOptions)
    return []
  } catch (error) {
    if (!(error instanceof BenchmarkError)) throw error
    return error.problems.map(({ message, location }) => [location?.key, message])
  }
}

test.each([
  [{ root: '.', concurrency: 0 }, 'concurrency', 'concurrency is 0. Write a number, at least 1.'],
  [{ root: '.', concurrency: 1.5 }, 'concurrency', 'concurrency is 1.5. Write a whole number.'],
  [{ root: '.', concurrency: '4' }, 'concurrency', 'concurrency is "4". Write a number.'],
  [{}, 'root', 'root is missing. Write text in quotes.'],
  [{ root: '.', name: '' }, 'name', 'name is "". Write text of at least 1 character.'],
  [{ root: '.', concurency: 4 }, 'concurency', 'Unknown setting "concurency". Did you mean "concurrency"?'],
  [undefined, undefined, "defineEvals is given nothing. Write defineEvals({ root: './my-benchmark' })."],
])('refuses %j as the config is read', (options, key, message) => {
  expect(problemsOf(options)).toStrictEqual([[key, message]])
})

test('is a project of its name in the folder it is given', () => {
  expect(defineEvals({ root: './shop' })).toMatchObject({ root: './shop', test: { name: 'evals' } })
  expect(defineEvals({ name: 'shop', root: '.', concurrency: 1 })).toMatchObject({ test: { name: 'shop' } })
})
