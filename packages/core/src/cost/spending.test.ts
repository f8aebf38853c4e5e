import { expect, test } from 'vitest'
import { noUsage } from '../recording/usage.ts'
import type { RunCost } from '../records/run-cost.ts'
import { namedArm } from '../trial/model-arm.ts'
import { spendingOf } from './spending.ts'
import { formatSpent, togetherSpent, type SpentByStage } from './spent.ts'

interface Sketch {
  readonly model?: string
  readonly arm?: string
  readonly trialId?: string
  readonly costUsd: number | null
  readonly isSelected?: boolean
  readonly isEarlier?: boolean
  readonly stage?: RunCost['stage']
}

function run(sketch: Sketch): RunCost {
  const { model = 'a/b', arm, trialId = 't1', costUsd, isSelected = true, isEarlier = false } = sketch
  const { stage = 'candidate' } = sketch
  const invocationId = isEarlier ? 'before' : 'now'
  const usage = { ...noUsage, inputTokens: 1, costUsd }
  const known = {
    id: 'r',
    trialId,
    evalId: 'one',
    model,
    ...namedArm(arm),
    isSelected,
    invocationId,
    usage,
    timeMs: 1,
  }
  return { ...known, stage, state: 'completed' }
}

function spendingOn(costs: readonly RunCost[]) {
  return spendingOf({ trialIds: ['t1', 't2'], invocationId: 'now', costs })
}

const shown = (sum: SpentByStage): string => formatSpent(togetherSpent(sum))

test('the three sums: what trials select, everything, and what this invocation started', () => {
  const { total } = spendingOn([
    run({ costUsd: 1, isEarlier: true }),
    run({ costUsd: 2, isSelected: false, isEarlier: true }),
    run({ costUsd: 4, stage: 'judge' }),
    run({ costUsd: 8, stage: 'judge', isSelected: false }),
    // Selected by a trial that is not declared any more.
    run({ costUsd: 16, trialId: 't9', isEarlier: true }),
  ])
  expect([shown(total.selected), shown(total.inAll), shown(total.thisTime)]).toEqual([
    '$5.00',
    '$31.00',
    '$12.00',
  ])
  expect(total.selected.candidates.costUsd).toBe(1)
  expect(total.selected.judges.costUsd).toBe(4)
})

test.each([
  { costs: [], text: '$0' },
  { costs: [null, null], text: 'cost unknown' },
  { costs: [0.04, null, null], text: '$0.040 and 2 unknown' },
  { costs: [0, null], text: '$0 and 1 unknown' },
  { costs: [0.1, 0.2], text: '$0.30' },
])('$costs come to $text', ({ costs, text }) => {
  const { inAll } = spendingOn(costs.map((costUsd) => run({ costUsd }))).total
  expect(formatSpent(inAll.candidates)).toBe(text)
  expect(inAll.candidates.costUsd === null).toBe(costs.includes(null))
})

test('the sum is exact, whatever the order', () => {
  const costs = [0.1, 0.2, 0.3, 1e-9, 2.5].map((costUsd) => run({ costUsd }))
  expect(spendingOn(costs).total.inAll.candidates.costUsd).toBe(3.100000001)
  expect(spendingOn(costs.toReversed()).total.inAll.candidates.costUsd).toBe(3.100000001)
})

test('says of each model, and of each eval of it, what it spent', () => {
  const spending = spendingOn([run({ costUsd: 1 }), run({ costUsd: 2, model: 'c/d', trialId: 't2' })])
  expect(spending.ofModel({ model: 'c/d' }).selected.candidates.costUsd).toBe(2)
  expect(spending.selectedOfEval({ model: 'a/b' }, 'one').candidates.costUsd).toBe(1)
  expect(spending.ofModel({ model: 'never/ran' }).inAll.candidates).toMatchObject({ runs: 0, costUsd: 0 })
})

test('keeps what the arms of a model spent apart', () => {
  const spending = spendingOn([
    run({ costUsd: 1 }),
    run({ costUsd: 2, arm: 'without' }),
    run({ costUsd: 4, arm: 'with' }),
    run({ costUsd: 8, arm: 'with', stage: 'judge' }),
  ])
  const of = (arm?: string): readonly unknown[] => {
    const { selected, inAll } = spending.ofModel({ model: 'a/b', arm })
    const { candidates, judges } = spending.selectedOfEval({ model: 'a/b', arm }, 'one')
    return [shown(selected), shown(inAll), candidates.costUsd, judges.costUsd]
  }
  expect(of()).toEqual(['$1.00', '$1.00', 1, 0])
  expect(of('without')).toEqual(['$2.00', '$2.00', 2, 0])
  expect(of('with')).toEqual(['$12.00', '$12.00', 4, 8])
  expect(shown(spending.total.selected)).toBe('$15.00')
})
