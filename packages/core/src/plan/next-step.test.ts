import { describe, expect, test } from 'vitest'
import { evalRunStates } from '../states/eval-run-state.ts'
import { judgeRunStates } from '../states/judge-run-state.ts'
import { planTrials, type PlanInput } from './plan-trials.ts'
import { baseWorld, plannedIn, recordedIn, type PlanWorld } from './plan-world.fixture.ts'
import { trialOf } from '../trial/trial.ts'

const trial = trialOf({ evalId: 'ask', model: 'acme/small', repetition: 1 })
const editedPrompt: PlanWorld = { ...baseWorld, evals: withAsk({ prompt: 'x' }) }
const editedRubric: PlanWorld = { ...baseWorld, evals: withAsk({ rubric: 'x' }) }

function withAsk(change: object): PlanWorld['evals'] {
  return { ...baseWorld.evals, ask: { ...baseWorld.evals.ask, ...change } }
}

function stepIn(
  world: PlanWorld,
  ended: Parameters<typeof recordedIn>[2],
  input: Partial<PlanInput> = {},
): string {
  const records = [recordedIn(baseWorld, trial, ended)]
  const [item] = planTrials({ ...plannedIn(world), trials: [trial], records, ...input })
  return `${item?.action}: ${item?.reason}`
}

const retry = { retry: new Set([trial.id]) }
const rejudge = { rejudge: new Set([trial.id]) }
const infraError = { code: 'VITRIAL_INFRA_PROVIDER', message: 'The provider is down.' } as const
const judgeError = { code: 'VITRIAL_JUDGE_CRASHED', message: 'It crashed.' } as const

const rows: Record<(typeof evalRunStates)[number], readonly [unchanged: string, retried: string]> = {
  running: ['run: not finished', 'run: not finished'],
  completed: ['reuse: nothing changed', 'reuse: nothing changed'],
  stopped: ['reuse: nothing changed', 'reuse: nothing changed'],
  timed_out: ['reuse: nothing changed', 'reuse: nothing changed'],
  cost_limited: ['reuse: nothing changed', 'reuse: nothing changed'],
  agent_failed: ['reuse: nothing changed', 'reuse: nothing changed'],
  infra_failed: [
    'failed: infrastructure failed: VITRIAL_INFRA_PROVIDER; npx vitrial retry --only-eval ask',
    'run: retry: infrastructure failed: VITRIAL_INFRA_PROVIDER',
  ],
  observe_failed: [
    'failed: nothing could be observed; npx vitrial retry --only-eval ask',
    'failed: nothing could be observed; npx vitrial retry --only-eval ask',
  ],
  cancelled: ['run: cancelled', 'run: cancelled'],
  interrupted: ['run: interrupted', 'run: interrupted'],
}

describe.each(evalRunStates)('a trial whose run is %s', (state) => {
  const run = { state, ...(state === 'infra_failed' && { error: infraError }) }

  test('is planned by the state table', () => {
    expect(stepIn(baseWorld, { run })).toBe(rows[state][0])
    expect(stepIn(baseWorld, { run }, retry)).toBe(rows[state][1])
  })

  test('runs again when its candidate changed', () => {
    expect(stepIn(editedPrompt, { run })).toBe('run: prompt changed')
  })

  test('is never judged anew unless it can be judged', () => {
    const judgeable = rows[state][0].startsWith('reuse')
    expect(stepIn(editedRubric, { run })).toBe(judgeable ? 'judge: rubric changed' : rows[state][0])
    expect(stepIn(baseWorld, { run }, rejudge)).toBe(judgeable ? 'judge: rejudge' : rows[state][0])
  })
})

const judgeRows: Record<(typeof judgeRunStates)[number], readonly [unchanged: string, retried: string]> = {
  running: ['judge: judging not finished', 'judge: judging not finished'],
  completed: ['reuse: nothing changed', 'reuse: nothing changed'],
  failed: [
    'failed: judge failed: VITRIAL_JUDGE_CRASHED; npx vitrial rejudge --only-eval ask',
    'judge: retry: judge failed: VITRIAL_JUDGE_CRASHED',
  ],
  timed_out: [
    'failed: judge timed out: VITRIAL_JUDGE_CRASHED; npx vitrial rejudge --only-eval ask',
    'judge: retry: judge timed out: VITRIAL_JUDGE_CRASHED',
  ],
  cancelled: ['judge: judging cancelled', 'judge: judging cancelled'],
  interrupted: ['judge: judging interrupted', 'judge: judging interrupted'],
}

describe.each(judgeRunStates)('a trial whose judging is %s', (state) => {
  const judge = { state, error: judgeError }

  test('is planned by the state table', () => {
    expect(stepIn(baseWorld, { judge })).toBe(judgeRows[state][0])
    expect(stepIn(baseWorld, { judge }, retry)).toBe(judgeRows[state][1])
    const rejudged = state === 'completed' ? 'judge: rejudge' : judgeRows[state][1]
    expect(stepIn(baseWorld, { judge }, rejudge)).toBe(rejudged)
  })

  test('is judged again when its rubric changed', () => {
    expect(stepIn(editedRubric, { judge })).toBe('judge: rubric changed')
  })

  test('runs again when its candidate changed', () => {
    expect(stepIn(editedPrompt, { judge })).toBe('run: prompt changed')
  })
})

test('judges a run that nobody has judged', () => {
  const { judgeRun: _, ...unjudged } = recordedIn(baseWorld, trial)
  const records = [{ ...unjudged, isJudged: false }]
  const [item] = planTrials({ ...plannedIn(baseWorld), trials: [trial], records })
  expect(item).toMatchObject({ action: 'judge', reason: 'not judged yet' })
})

function alteredStepOf(altered: 'run' | 'judgment', input: Partial<PlanInput> = {}): string {
  const records = [{ ...recordedIn(baseWorld, trial), altered }]
  const [item] = planTrials({ ...plannedIn(baseWorld), trials: [trial], records, ...input })
  return `${item?.action}: ${item?.reason}`
}

test('what is not what was written waits: a run for retry, a judgment for rejudge', () => {
  expect([alteredStepOf('run'), alteredStepOf('run', rejudge), alteredStepOf('run', retry)]).toEqual([
    'failed: the eval run on record is not what was written; npx vitrial retry --only-eval ask',
    'failed: the eval run on record is not what was written; npx vitrial retry --only-eval ask',
    'run: again: the eval run on record is not what was written',
  ])
  const ofJudgment = [{}, rejudge, retry].map((input) => alteredStepOf('judgment', input))
  expect(ofJudgment).toEqual([
    'failed: the judgment on record is not what was written; npx vitrial rejudge --only-eval ask',
    'judge: again: the judgment on record is not what was written',
    'judge: again: the judgment on record is not what was written',
  ])
})
