import { expect, test } from 'vitest'
import { noUsage } from '../recording/usage.ts'
import { usageOfModels } from './model-usage.ts'
import { trialRecord } from './trial-record.fixture.ts'

test('sums a model’s candidate usage apart from its judges’', () => {
  const trials = [
    trialRecord({
      repetition: 1,
      usage: { inputTokens: 10, costUsd: 0.5 },
      values: { asked: 1 },
      judgeUsage: { inputTokens: 100, costUsd: 0.25 },
    }),
    trialRecord({ repetition: 2, usage: { inputTokens: 5, costUsd: 0.25 } }),
    trialRecord({ model: 'other/model', usage: { inputTokens: 1 } }),
  ]
  expect(usageOfModels(['scripted/careful', 'other/model'], trials)).toEqual([
    {
      model: 'scripted/careful',
      candidate: { ...noUsage, inputTokens: 15, costUsd: 0.75 },
      judge: { ...noUsage, inputTokens: 100, costUsd: 0.25 },
    },
    { model: 'other/model', candidate: { ...noUsage, inputTokens: 1 }, judge: noUsage },
  ])
})

test('a cost unknown in one trial is unknown in the sum', () => {
  const trials = [
    trialRecord({ repetition: 1, usage: { costUsd: 0.5 } }),
    trialRecord({ repetition: 2, usage: { costUsd: null } }),
  ]
  expect(usageOfModels(['scripted/careful'], trials)[0]?.candidate.costUsd).toBeNull()
})

test('leaves out models that were not asked for and runs that are still going', () => {
  const trials = [
    trialRecord({ state: 'running' }),
    trialRecord({ model: 'retired/model', usage: { costUsd: null } }),
  ]
  expect(usageOfModels(['scripted/careful'], trials)).toEqual([
    { model: 'scripted/careful', candidate: noUsage, judge: noUsage },
  ])
})
