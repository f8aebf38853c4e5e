import { Budget, CostEstimates } from '@vitrial/core/cost'
import type { RunSummary } from '@vitrial/core/outcome'
import { noUsage } from '@vitrial/core/recording'
import { trialOf } from '@vitrial/core/trial'
import { expect, test } from 'vitest'
import { SpendingLimit } from './spending-limit.ts'

const trial = trialOf({ evalId: 'one', model: 'acme/small', repetition: 1 })

/** A limit of ten dollars, where a run is expected to cost one and a judging two. */
function limit(): { budget: Budget; estimates: CostEstimates; spending: SpendingLimit } {
  const estimates = new CostEstimates()
  estimates.addCandidate({ ...trial, costUsd: 1 })
  estimates.addJudge({ evalId: 'one', judgeModel: 'acme/judge', costUsd: 2 })
  const budget = new Budget(10)
  return {
    budget,
    estimates,
    spending: new SpendingLimit({ estimates, judgeModels: ['acme/judge'] }, budget),
  }
}

function ended(state: RunSummary['state'], costUsd: number | null): Pick<RunSummary, 'state' | 'usage'> {
  return { state, usage: { ...noUsage, costUsd } }
}

test.each([
  { state: 'completed', kept: 2 },
  { state: 'agent_failed', kept: 2 },
  { state: 'infra_failed', kept: 0 },
  { state: 'cancelled', kept: 0 },
] as const)('once a run is $state, $kept dollars stay set aside for its judge', ({ state, kept }) => {
  const { budget, spending } = limit()
  spending.reserveRun(trial, { isJudgingWanted: true })
  expect(budget.reservedUsd).toBe(3)
  spending.spendOnRun(trial, ended(state, 1.5))
  expect([budget.spentUsd, budget.reservedUsd]).toEqual([1.5, kept])
})

test('sets aside for a judge only where somebody wants a judgment, and never twice', () => {
  const { budget, spending } = limit()
  spending.reserveRun(trial, { isJudgingWanted: false })
  expect(budget.reservedUsd).toBe(1)
  spending.reserveJudging(trial)
  spending.reserveJudging(trial)
  expect(budget.reservedUsd).toBe(3)
  spending.held(trial)[Symbol.dispose]()
  expect(budget.reservedUsd).toBe(0)
})

test('what does not fit leaves nothing set aside', () => {
  const { budget, spending } = limit()
  budget.spend(8)
  expect(() => spending.reserveRun(trial, { isJudgingWanted: true })).toThrow('would exceed the cost limit')
  expect(budget.reservedUsd).toBe(0)
})

test('learns from what came to something', () => {
  const { estimates, spending } = limit()
  const work = { ...trial, judgeModels: ['acme/judge'] }
  spending.reserveRun(trial, { isJudgingWanted: true })
  spending.spendOnRun(trial, ended('infra_failed', 90))
  spending.spendOnJudging(trial, 90, 'failed')
  expect(estimates.ofRun(work)).toEqual({ candidateUsd: 1, judgeUsd: 2 })
  spending.spendOnRun(trial, ended('completed', 3))
  spending.spendOnJudging(trial, 4, 'completed')
  expect(estimates.ofRun(work)).toEqual({ candidateUsd: 2, judgeUsd: 3 })
})
