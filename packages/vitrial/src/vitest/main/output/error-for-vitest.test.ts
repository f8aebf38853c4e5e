import { join } from 'node:path'
import { inspect, stripVTControlCharacters } from 'node:util'
import { BenchmarkError } from '@vitrial/core/errors'
import { expect, test } from 'vitest'
import { errorForVitest } from './error-for-vitest.ts'

const file = join(process.cwd(), 'evals/ask/judge.md')
const shown = (error: unknown) => stripVTControlCharacters(inspect(error))

test('is printed as code and place, then the message, without a stack', () => {
  const error = new BenchmarkError('VITRIAL_RUBRIC_NO_METRICS', 'No metric.', { location: { file, line: 4 } })

  expect(shown(errorForVitest(error))).toBe(' VITRIAL_RUBRIC_NO_METRICS  evals/ask/judge.md:4\n No metric.')
})

test('names the setting, and a file outside by its whole path', () => {
  const location = { file: '/elsewhere/benchmark.ts', key: 'judge.model' }
  const error = new BenchmarkError('VITRIAL_MODEL_REF_INVALID', 'Bad.', { location })

  expect(shown(errorForVitest(error))).toBe(
    ' VITRIAL_MODEL_REF_INVALID  /elsewhere/benchmark.ts: judge.model\n Bad.',
  )
})

test('shows every problem of a benchmark by itself', () => {
  const problems = [
    { code: 'VITRIAL_PROMPT_EMPTY', message: 'Empty.', location: { file } },
    { code: 'VITRIAL_MODEL_REF_INVALID', message: 'Bad.' },
  ] as const
  const error = new BenchmarkError('VITRIAL_PROMPT_EMPTY', '2 problems', { problems })

  expect(shown(errorForVitest(error))).toBe(
    ' VITRIAL_PROMPT_EMPTY  evals/ask/judge.md\n Empty.\n\n VITRIAL_MODEL_REF_INVALID\n Bad.',
  )
})

test('leaves an error that is no one’s fault but ours as it is', () => {
  const error = new TypeError('bug')

  expect(errorForVitest(error)).toBe(error)
})
