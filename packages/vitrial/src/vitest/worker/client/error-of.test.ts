import {
  CancelledError,
  errorTable,
  InfrastructureError,
  isErrorCode,
  JudgeError,
  MetricFailedError,
} from '@vitrial/core/errors'
import { expect, test } from 'vitest'
import { errorOf } from './error-of.ts'

test('keeps code, message and place of every error there is', () => {
  const location = { file: '/b/benchmark.ts', key: 'models' }
  for (const code of Object.keys(errorTable).filter(isErrorCode)) {
    expect(errorOf({ code, message: 'why', location }).toRecord()).toEqual({ code, message: 'why', location })
  }
})

test('gives each kind of failure its own class', () => {
  expect(errorOf({ code: 'VITRIAL_SCORE_BELOW', message: '' })).toBeInstanceOf(MetricFailedError)
  expect(errorOf({ code: 'VITRIAL_JUDGE_NO_SUBMISSION', message: '' })).toBeInstanceOf(JudgeError)
  expect(errorOf({ code: 'VITRIAL_OBSERVE_MISSING', message: '' })).toBeInstanceOf(InfrastructureError)
  expect(errorOf({ code: 'VITRIAL_CANCELLED', message: '' })).toBeInstanceOf(CancelledError)
})
