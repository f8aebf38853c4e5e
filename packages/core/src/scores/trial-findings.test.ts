import { expect, test } from 'vitest'
import { trialFindingsOf } from './trial-findings.ts'
import { trialRecord } from '../records/trial-record.fixture.ts'

const evals = [
  {
    id: 'ask-dialect',
    metrics: [
      { id: 'asked', label: 'Asks' },
      { id: 'bound', label: 'Binds' },
    ],
  },
]

test('tells 0, null and unresolved apart, in the order of the plan', () => {
  const error = { code: 'VITRIAL_JUDGE_NO_SUBMISSION', message: 'ended' } as const
  const findings = trialFindingsOf({
    evals,
    models: ['scripted/careful', 'scripted/hasty'],
    repetitions: 2,
    trials: [
      trialRecord({ model: 'scripted/hasty', repetition: 2, judgeState: 'failed', judgeError: error }),
      trialRecord({ model: 'scripted/hasty', repetition: 1, values: { asked: 0, bound: null } }),
      trialRecord({ repetition: 1, values: { asked: 1, bound: 0.5 } }),
    ],
  })
  expect(findings.belowOne.map(({ trial, metric }) => [trial.id, metric.id, metric.value])).toEqual([
    ['ask-dialect:scripted/careful:1', 'bound', 0.5],
    ['ask-dialect:scripted/hasty:1', 'asked', 0],
  ])
  expect(findings.undecided.map(({ trial, metric }) => [trial.id, metric.id])).toEqual([
    ['ask-dialect:scripted/hasty:1', 'bound'],
  ])
  expect(findings.unresolved.map(({ trial, why, error: found }) => [trial.id, why, found])).toEqual([
    ['ask-dialect:scripted/careful:2', 'not_run', undefined],
    ['ask-dialect:scripted/hasty:2', 'judge_failed', error],
  ])
})

test('shows the error of the run that failed, not of its judge', () => {
  const error = { code: 'VITRIAL_INFRA_SANDBOX_LOST', message: 'lost' } as const
  const [unresolved] = trialFindingsOf({
    evals,
    models: ['scripted/careful'],
    repetitions: 1,
    trials: [trialRecord({ state: 'infra_failed', error })],
  }).unresolved
  expect(unresolved).toMatchObject({ why: 'infra_failed', error })
})

test('an agent’s own error does not explain why nobody judged it', () => {
  const error = { code: 'VITRIAL_INFRA_INTERNAL', message: 'exit code 1' } as const
  const { unresolved } = trialFindingsOf({
    evals,
    models: ['scripted/careful'],
    repetitions: 1,
    trials: [trialRecord({ state: 'agent_failed', error })],
  })
  expect(unresolved.map(({ why, error: found }) => [why, found])).toEqual([['unjudged', undefined]])
})

test('a metric that the judgment lacks makes its trial unjudged, once', () => {
  const findings = trialFindingsOf({
    evals,
    models: ['scripted/careful'],
    repetitions: 1,
    trials: [trialRecord({ values: { formerly: 0 } })],
  })
  expect(findings.unresolved.map(({ why }) => why)).toEqual(['unjudged'])
  expect(findings.belowOne).toEqual([])
})

test('keeps the arms of a model apart, and knows of no trial in none where there are named ones', () => {
  const { belowOne, unresolved } = trialFindingsOf({
    evals,
    models: ['scripted/careful'],
    arms: ['without', 'with'],
    repetitions: 1,
    trials: [
      trialRecord({ values: { asked: 0, bound: 0 } }),
      trialRecord({ arm: 'with', values: { asked: 1, bound: 0.5 } }),
    ],
  })
  expect(belowOne.map(({ trial, metric }) => [trial.id, trial.arm, metric.id])).toEqual([
    ['ask-dialect:scripted/careful:with:1', 'with', 'bound'],
  ])
  expect(unresolved.map(({ trial, why }) => [trial.id, why])).toEqual([
    ['ask-dialect:scripted/careful:without:1', 'not_run'],
  ])
})
