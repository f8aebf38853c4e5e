import { spendingOf } from '@vitrial/core/cost'
import type { ScoresReport } from '@vitrial/core/reports'
import { expect, test } from 'vitest'
import { unresolvedLines } from './unresolved-lines.ts'

const { total } = spendingOf({ trialIds: [], invocationId: 'now', costs: [] })

function report(unresolved: ScoresReport['unresolved']): ScoresReport {
  const percentage = unresolved.length === 0 ? 100 : null
  const bounds = { lower: 0, upper: 100, coverage: 0 }
  const models = [{ model: 'a/b', percentage, bounds, spent: total, evals: [] }]
  return { benchmark: 'b', run: 'r', state: 'incomplete', altered: [], spent: total, models, unresolved }
}

const outdated = { why: 'outdated' } as const

test('says how many trials have no grade, and why', () => {
  const rubric = { ...outdated, outdated: 'judgment' as const, changed: ['rubric'] }
  const prompt = { ...outdated, outdated: 'run' as const, changed: ['prompt', 'workspace'] }
  const lines = unresolvedLines(
    report([
      { trial: 't1', ...rubric },
      { trial: 't2', ...rubric },
      { trial: 't3', ...prompt },
      { trial: 't4', why: 'judge_failed' },
    ]),
  )
  expect(lines[0]).toBe(
    ' 4 trials of it have no grade, so that 1 score is null: 2 outdated (rubric changed since), ' +
      '1 outdated (prompt and workspace changed since), 1 judge failed.',
  )
})

test('says nothing where every trial has a grade', () => {
  expect(unresolvedLines(report([]))).toEqual([])
})
