import { expect, test } from 'vitest'
import { workerCount, type WorkerNeed } from './worker-count.ts'

const one: WorkerNeed = { files: 100, evals: 100, trialsPerEval: 6, concurrency: 16 }

test('has a worker for each file whose trials are under way, and one for the next', () => {
  expect(workerCount([one])).toBe(4)
  expect(workerCount([{ ...one, trialsPerEval: 1, concurrency: 10 }])).toBe(11)
})

test('counts the test files that share the trials of an eval', () => {
  expect(workerCount([{ ...one, files: 300 }])).toBe(10)
})

test('has none that would stay without a file, and as many as all projects need together', () => {
  expect(workerCount([{ ...one, files: 3 }])).toBe(3)
  expect(workerCount([one, one])).toBe(8)
  expect(workerCount([{ ...one, files: 1 }])).toBe(2)
})

test('has a limit', () => {
  expect(workerCount([{ ...one, trialsPerEval: 1, concurrency: 500 }])).toBe(16)
})
