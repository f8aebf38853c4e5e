import type { TestResult } from 'vitest/node'
import { expect, test } from 'vitest'
import { toldByTests } from './told-by-tests.ts'

type Told = Parameters<typeof toldByTests>[0] extends Iterable<infer One> ? One : never

function ended(trialId: string | undefined, state: 'failed' | 'passed', codes: readonly string[]): Told {
  const errors = codes.map((code) => ({ name: 'VitrialError', message: 'Why.', code }))
  return endedWith(trialId, { state, errors })
}

function endedWith(trialId: string | undefined, result: TestResult): Told {
  const meta: object = trialId === undefined ? {} : { vitrial: { trial: trialId } }
  return { meta: () => meta, result: () => result }
}

test('takes the codes of all errors of a test that failed, those before a retry too', () => {
  const told = toldByTests([
    ended('sum:scripted/a:1', 'failed', ['VITRIAL_INFRA_PROVIDER', 'VITRIAL_METRIC_FAILED']),
    ended('sum:scripted/a:2', 'failed', ['VITRIAL_JUDGE_CRASHED']),
  ])
  expect(told).toEqual(
    new Map([
      ['sum:scripted/a:1', new Set(['VITRIAL_INFRA_PROVIDER', 'VITRIAL_METRIC_FAILED'])],
      ['sum:scripted/a:2', new Set(['VITRIAL_JUDGE_CRASHED'])],
    ]),
  )
})

test('takes nothing of a test that passed, also after a retry', () => {
  expect(toldByTests([ended('sum:scripted/a:1', 'passed', ['VITRIAL_METRIC_FAILED'])])).toEqual(new Map())
})

test('takes nothing of a test that says no trial, such as one for many that are reused', () => {
  expect(toldByTests([ended(undefined, 'failed', ['VITRIAL_METRIC_FAILED'])])).toEqual(new Map())
})

test('takes no code of an error that has none', () => {
  const errors = [{ name: 'Error', message: 'Why.' }]
  const told = toldByTests([endedWith('sum:scripted/a:1', { state: 'failed', errors })])
  expect(told.get('sum:scripted/a:1')).toEqual(new Set())
})
