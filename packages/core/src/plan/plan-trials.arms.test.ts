import { expect, test } from 'vitest'
import { CostEstimates } from '../cost/cost-estimates.ts'
import type { Trial } from '../trial/trial.ts'
import { planTrials, type PlanInput } from './plan-trials.ts'
import { baseWorld, plannedIn, recordedIn, type PlanWorld } from './plan-world.fixture.ts'

/** The base world with one model, and with arms that have nothing of their own. */
function withArms(...names: readonly string[]): PlanWorld {
  const { benchmark } = baseWorld
  const arms = names.length === 0 ? {} : { arms: Object.fromEntries(names.map((name) => [name, {}])) }
  return { ...baseWorld, benchmark: { ...benchmark, models: ['acme/small'], repetitions: 1, ...arms } }
}

/** The plan of a world over what the trials of another left on record, as lines. */
function planOver(before: PlanWorld, now: PlanWorld, input: Partial<PlanInput> = {}): readonly string[] {
  const records = plannedIn(before).trials.map((trial) => recordedIn(before, trial))
  return planTrials({ ...plannedIn(now), records, ...input }).map(
    ({ trial, action, reason }) => `${action} ${trial.id}: ${reason}`,
  )
}

test('runs every arm of a benchmark that had none, also one with nothing of its own', () => {
  expect(planOver(withArms(), withArms('without', 'with'))).toEqual([
    'run ask:acme/small:without:1: new arm',
    'run ask:acme/small:with:1: new arm',
    'run fix:acme/small:without:1: new arm',
    'run fix:acme/small:with:1: new arm',
  ])
})

test('runs a further arm alone, and the arm without a name anew', () => {
  const scope = { onlyEvals: ['ask'] }
  expect(planOver(withArms('without'), withArms('without', 'with'), { scope })).toEqual([
    'reuse ask:acme/small:without:1: nothing changed',
    'run ask:acme/small:with:1: new arm',
  ])
  expect(planOver(withArms('without'), withArms(), { scope })).toEqual(['run ask:acme/small:1: new arm'])
})

test('works on the arms of its scope only', () => {
  const now = withArms('without', 'with')
  expect(planOver(now, now, { scope: { onlyArms: ['with'] } })).toEqual([
    'reuse ask:acme/small:with:1: nothing changed',
    'reuse fix:acme/small:with:1: nothing changed',
  ])
  expect(planOver(withArms(), withArms(), { scope: { onlyArms: ['with'] } })).toEqual([])
})

test('holds each arm against what it works from itself', () => {
  const world = withArms('without', 'with')
  const { candidate } = plannedIn(world)
  const edited = (trial: Trial): ReturnType<typeof candidate> =>
    trial.arm === 'with' ? { fingerprint: 'edited', components: { prompt: 'edited' } } : candidate(trial)
  const plan = planOver(world, world, { candidate: edited, scope: { onlyEvals: ['ask'] } })
  expect(plan[0]).toBe('reuse ask:acme/small:without:1: nothing changed')
  expect(plan[1]).toMatch(/^run ask:acme\/small:with:1: .*prompt/)
})

test('expects of an arm what its own runs cost', () => {
  const estimates = new CostEstimates()
  const known = { evalId: 'ask', model: 'acme/small' }
  estimates.addCandidate({ ...known, arm: 'without', costUsd: 1 })
  estimates.addCandidate({ ...known, arm: 'with', costUsd: 3 })
  const planned = plannedIn(withArms('without', 'with', 'new'))
  const items = planTrials({
    ...planned,
    records: [],
    costs: { estimates, judgeModels: [] },
    scope: { onlyEvals: ['ask'] },
  })
  expect(items.map(({ estimatedUsd }) => estimatedUsd)).toEqual([1, 3, 2])
})
