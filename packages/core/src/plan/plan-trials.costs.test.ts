import { expect, test } from 'vitest'
import { CostEstimates } from '../cost/cost-estimates.ts'
import type { PlanInput } from './plan-trials.ts'
import { planIn, withAsk } from './plan-world.fixture.ts'

function costs(maxCostUsd?: number, capUsd?: number): NonNullable<PlanInput['costs']> {
  const estimates = new CostEstimates()
  estimates.addCandidate({ evalId: 'ask', model: 'acme/small', costUsd: 0.2 })
  estimates.addJudge({ evalId: 'ask', judgeModel: 'acme/judge', costUsd: 0.1 })
  return {
    estimates,
    judgeModels: ['acme/judge'],
    ...(maxCostUsd !== undefined && { maxCostUsd }),
    ...(capUsd !== undefined && { capUsd: () => capUsd }),
  }
}

const smallAsks = { onlyEvals: ['ask'], onlyModels: ['acme/small'] }

test('estimates a run with its judge, and a judging alone', () => {
  const run = planIn(withAsk({ prompt: 'x' }), { costs: costs(), scope: smallAsks })
  const judging = planIn(withAsk({ rubric: 'x' }), { costs: costs(), scope: smallAsks })
  expect(run[0]?.estimatedUsd).toBeCloseTo(0.3, 12)
  expect(judging[0]?.estimatedUsd).toBe(0.1)
})

test('estimates no judge where nothing judges', () => {
  const { judge: _, ...unjudged } = withAsk({ prompt: 'x' }).benchmark
  const world = { ...withAsk({ prompt: 'x' }), benchmark: unjudged }
  expect(planIn(world, { costs: costs(), scope: smallAsks })[0]?.estimatedUsd).toBe(0.2)
})

test('defers what does not fit, and lets exactly the limit pass', () => {
  const world = withAsk({ prompt: 'x' })
  const actions = (limit: number) =>
    planIn(world, { costs: costs(limit), scope: smallAsks }).map(({ action }) => action)
  expect(actions(0.6)).toEqual(['run', 'run'])
  expect(actions(0.599)).toEqual(['run', 'deferred'])
  expect(actions(0)).toEqual(['deferred', 'deferred'])
  expect(planIn(world, { costs: costs(0.2), scope: smallAsks })[0]).toMatchObject({
    action: 'deferred',
    reason: 'prompt changed; about $0.30 would exceed the cost limit of $0.20',
    changed: ['prompt'],
  })
})

function unknownUnder(cap?: number): Partial<PlanInput> {
  return { costs: { ...costs(1, cap), estimates: new CostEstimates() }, scope: smallAsks }
}

test('defers the unknown under a limit, unless a cap stands in for it', () => {
  const world = withAsk({ prompt: 'x' })
  expect(planIn(world, unknownUnder())[0]).toMatchObject({
    action: 'deferred',
    reason: expect.stringContaining('run one repetition of it without the limit first'),
    estimatedUsd: null,
  })
  expect(planIn(world, unknownUnder(0.5)).map(({ action }) => action)).toEqual(['run', 'run'])
  expect(planIn(world, unknownUnder(0.6)).map(({ action }) => action)).toEqual(['run', 'deferred'])
})

test('leaves an unknown cost unknown where there is no limit', () => {
  const [item] = planIn(withAsk({ prompt: 'x' }))
  expect(item).toMatchObject({ action: 'run', estimatedUsd: null })
})
