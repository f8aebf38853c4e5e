import type { ErrorRecord } from '@vitrial/core/errors'
import { trialOf } from '@vitrial/core/trial'
import { expect, test } from 'vitest'
import { isFindingTold, isUnresolvedTold } from './told-trials.ts'

const trial = trialOf({ evalId: 'sum', model: 'scripted/a', repetition: 1 })

test.each([
  { value: 0, codes: ['VITRIAL_METRIC_FAILED'], isTold: true },
  { value: 0.5, codes: ['VITRIAL_INFRA_PROVIDER', 'VITRIAL_METRIC_FAILED'], isTold: true },
  { value: 0, codes: ['VITRIAL_SCORE_BELOW'], isTold: true },
  { value: 0, codes: ['VITRIAL_INFRA_PROVIDER'], isTold: false },
  { value: 0, codes: undefined, isTold: false },
  // Only a mean that is too low fails a test for what is undecided.
  { value: null, codes: ['VITRIAL_METRIC_FAILED'], isTold: false },
  { value: null, codes: ['VITRIAL_SCORE_BELOW'], isTold: true },
])('a metric of value $value is told by $codes: $isTold', ({ value, codes, isTold }) => {
  const metric = { id: 'done', label: 'It is done', value, reason: 'It is not.', evidence: [] }
  const told = new Map(codes && [[trial.id, new Set(codes)]])
  expect(isFindingTold({ trial, metric }, told)).toBe(isTold)
  expect(
    isFindingTold({ trial: trialOf({ evalId: 'sum', model: 'scripted/a', repetition: 2 }), metric }, told),
  ).toBe(false)
})

test('what a trial waits for is told by an error of the same code, and by no other', () => {
  const told = new Map([[trial.id, new Set(['VITRIAL_JUDGE_CRASHED'])]])
  const isTold = (error?: ErrorRecord): boolean =>
    isUnresolvedTold({ trial, why: 'judge_failed', ...(error && { error }) }, told)
  expect(isTold({ code: 'VITRIAL_JUDGE_CRASHED', message: 'It crashed.' })).toBe(true)
  expect(isTold({ code: 'VITRIAL_JUDGE_NO_SUBMISSION', message: 'It ended.' })).toBe(false)
  expect(isTold()).toBe(false)
})
