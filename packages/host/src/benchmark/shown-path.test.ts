import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { shownPath } from './shown-path.ts'

test('names files from the folder they lie below, others by their absolute path', () => {
  const root = resolve('/shop')
  expect(shownPath(resolve('/shop/evals/a/judge.md'), root)).toBe('evals/a/judge.md')
  expect(shownPath(resolve('/shop/..evals/x'), root)).toBe('..evals/x')
  expect(shownPath(resolve('/other/benchmark.ts'), root)).toBe(resolve('/other/benchmark.ts'))
  expect(shownPath(root, root)).toBe('.')
})
