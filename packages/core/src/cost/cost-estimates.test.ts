import { expect, test } from 'vitest'
import { noUsage } from '../recording/usage.ts'
import { CostEstimates, totalOf } from './cost-estimates.ts'

const work = { evalId: 'ask', model: 'acme/small', judgeModels: ['acme/judge'] }

function candidatesOf(...runs: readonly (readonly [string, string, number | null])[]): CostEstimates {
  const estimates = new CostEstimates()
  for (const [evalId, model, costUsd] of runs) estimates.addCandidate({ evalId, model, costUsd })
  return estimates
}

test('expects of a candidate the median by eval and model, then by model, then of all', () => {
  const all = [['fix', 'other/one', 9]] as const
  const byModel = [...all, ['fix', 'acme/small', 5]] as const
  const byBoth = [...byModel, ['ask', 'acme/small', 1]] as const
  expect(candidatesOf().ofRun(work).candidateUsd).toBeNull()
  expect(candidatesOf(...all).ofRun(work).candidateUsd).toBe(9)
  expect(candidatesOf(...byModel).ofRun(work).candidateUsd).toBe(5)
  expect(candidatesOf(...byBoth).ofRun(work).candidateUsd).toBe(1)
})

test('expects of a candidate in an arm the median of that arm first, and never takes its name for a model', () => {
  const estimates = candidatesOf(['ask', 'acme/small', 9])
  estimates.addCandidate({ evalId: 'ask', model: 'acme/small', arm: 'with', costUsd: 3 })
  expect(estimates.ofRun(work).candidateUsd).toBe(9)
  expect(estimates.ofRun({ ...work, arm: 'with' }).candidateUsd).toBe(3)
  expect(estimates.ofRun({ ...work, arm: 'without' }).candidateUsd).toBe(6)
  expect(estimates.ofRun({ ...work, evalId: 'fix', model: 'with' }).candidateUsd).toBe(6)
})

test('expects of a judge the median by judge model on that eval, then by judge model, then of all', () => {
  const estimates = new CostEstimates()
  expect(estimates.ofJudging(work)).toEqual({ candidateUsd: 0, judgeUsd: null })
  estimates.addJudge({ evalId: 'fix', judgeModel: 'other/judge', costUsd: 9 })
  expect(estimates.ofJudging(work).judgeUsd).toBe(9)
  estimates.addJudge({ evalId: 'fix', judgeModel: 'acme/judge', costUsd: 5 })
  expect(estimates.ofJudging(work).judgeUsd).toBe(5)
  estimates.addJudge({ evalId: 'ask', judgeModel: 'acme/judge', costUsd: 1 })
  expect(estimates.ofJudging(work).judgeUsd).toBe(1)
})

test.each([
  { costs: [3, 1, 10], median: 3 },
  { costs: [4, 1, 2, 100], median: 3 },
  { costs: [2, 0], median: 1 },
  { costs: [null, 7, null], median: 7 },
  { costs: [null], median: null },
  { costs: [0], median: 0 },
])('the median of $costs is $median', ({ costs, median }) => {
  const runs = costs.map((costUsd) => ['ask', 'acme/small', costUsd] as const)
  expect(candidatesOf(...runs).ofRun(work).candidateUsd).toBe(median)
})

test('learns from costs that come after it was asked', () => {
  const estimates = candidatesOf(['ask', 'acme/small', 1])
  expect(estimates.ofRun(work).candidateUsd).toBe(1)
  estimates.addCandidate({ evalId: 'ask', model: 'acme/small', costUsd: 3 })
  expect(estimates.ofRun(work).candidateUsd).toBe(2)
})

test('counts every grading of a trial, and none where nothing judges', () => {
  const estimates = candidatesOf(['ask', 'acme/small', 1])
  estimates.addJudge({ evalId: 'ask', judgeModel: 'acme/judge', costUsd: 2 })
  expect(totalOf(estimates.ofRun({ ...work, judgeModels: ['acme/judge', 'acme/judge'] }))).toBe(5)
  expect(totalOf(estimates.ofRun({ ...work, judgeModels: [] }))).toBe(1)
  expect(totalOf(candidatesOf().ofRun(work))).toBeNull()
})

test('learns from the runs that came to something, selected or not', () => {
  const model = 'acme/small'
  const estimates = new CostEstimates()
  const run = (costUsd: number, isSelected = false) => ({
    id: `run for ${costUsd}`,
    evalId: 'ask',
    model,
    isSelected,
    invocationId: 'invocation',
    timeMs: 1,
    usage: { ...noUsage, costUsd },
  })
  estimates.addRun({ ...run(50), stage: 'candidate', state: 'infra_failed' })
  estimates.addRun({ ...run(4), stage: 'candidate', state: 'completed' })
  estimates.addRun({ ...run(2, true), stage: 'candidate', state: 'agent_failed' })
  const judgeModel = 'scripted/judge'
  estimates.addRun({ ...run(60), stage: 'judge', state: 'failed', judgeModel })
  estimates.addRun({ ...run(0.25), stage: 'judge', state: 'completed', judgeModel })
  estimates.addRun({ ...run(0.75, true), stage: 'judge', state: 'completed', judgeModel })
  estimates.addRun({ ...run(70), stage: 'judge', state: 'completed' })
  const judgeModels = [judgeModel]
  expect(estimates.ofRun({ evalId: 'ask', model, judgeModels })).toEqual({ candidateUsd: 3, judgeUsd: 0.5 })
})

test('never takes two names for one', () => {
  const estimates = candidatesOf(['a', 'b/c:d', 1], ['a:b/c', 'd/e', 3])
  expect(estimates.ofRun({ evalId: 'a', model: 'b/c:d', judgeModels: [] }).candidateUsd).toBe(1)
})
