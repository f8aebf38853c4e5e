import { expect, test } from 'vitest'
import { trialRecord } from '../records/trial-record.fixture.ts'
import { recordedTrialOf } from './recorded-trial.ts'
import { trialOf } from '../trial/trial.ts'

test('keeps of a trial what a plan needs', () => {
  const error = { code: 'VITRIAL_JUDGE_CRASHED', message: 'It crashed.' } as const
  expect(recordedTrialOf(trialRecord({ judgeState: 'failed', judgeError: error }))).toEqual({
    trialId: 'ask-dialect:scripted/careful:1',
    evalId: 'ask-dialect',
    model: 'scripted/careful',
    evalRun: { state: 'completed', fingerprint: 'fingerprint', components: {} },
    judgeRun: { state: 'failed', fingerprint: 'fingerprint', components: {}, error },
    isJudged: false,
  })
})

test('keeps of a trial that never ran only which it is', () => {
  expect(recordedTrialOf({ trial: trialOf({ evalId: 'ask', model: 'acme/small', repetition: 1 }) })).toEqual({
    trialId: 'ask:acme/small:1',
    evalId: 'ask',
    model: 'acme/small',
    isJudged: false,
  })
})

test('keeps the arm of a trial that has a named one', () => {
  expect(recordedTrialOf(trialRecord({ arm: 'with' }))).toMatchObject({
    trialId: 'ask-dialect:scripted/careful:with:1',
    arm: 'with',
  })
})

test('leaves out the judging of an earlier run', () => {
  const record = trialRecord({ values: { asked: 1 } })
  expect(recordedTrialOf(record)).toMatchObject({ judgeRun: { state: 'completed' }, isJudged: true })
  const { evalRun, ...rest } = record
  if (!evalRun) throw new Error('no eval run')
  const recorded = recordedTrialOf({ ...rest, evalRun: { ...evalRun, id: 'later' } })
  expect(recorded).toMatchObject({ isJudged: false })
  expect(recorded).not.toHaveProperty('judgeRun')
})
