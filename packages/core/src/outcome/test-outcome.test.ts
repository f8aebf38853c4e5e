import { describe, expect, test } from 'vitest'
import type { JudgingSummary } from './judging-summary.ts'
import type { RunSummary } from './run-summary.ts'
import { noUsage } from '../recording/usage.ts'
import { evalRunStates, type EvalRunState } from '../states/eval-run-state.ts'
import type { PassRule } from '../settings/schemas/pass-rule.ts'
import { testOutcomeOf, type TestOutcome } from './test-outcome.ts'

const passRules: readonly PassRule[] = ['every', 'recorded', 0.5]

function runOf(state: EvalRunState, rest: Partial<RunSummary> = {}): RunSummary {
  return {
    trialId: 'ask-dialect:scripted/hasty:1',
    evalRunId: 'run',
    evalId: 'ask-dialect',
    model: 'scripted/hasty',
    repetition: 1,
    state,
    usage: noUsage,
    durationMs: 1,
    ...rest,
  }
}

function judged(...values: readonly (number | null)[]): JudgingSummary {
  return {
    status: 'judged',
    judgeModel: 'scripted/judge',
    evidenceReads: 3,
    rejectedSubmissions: 0,
    judgment: {
      id: 'judgment',
      evalRunId: 'run',
      metrics: values.map((value, index) => ({
        id: `metric_${index + 1}`,
        label: `Label ${index + 1}`,
        value,
        reason: `Reason ${index + 1}.`,
        evidence: [{ kind: 'response', quote: 'SELECT 1' }],
      })),
      mean: null,
      evidenceHash: 'hash',
      checkpoint: 1,
    },
  }
}

/** The outcome in one line. */
function said(outcome: TestOutcome): string {
  if (outcome.result === 'pass') return 'pass'
  if (outcome.result === 'skip') return `skip: ${outcome.reason}`
  return `fail: ${outcome.error.code} ${outcome.metrics.map(({ id }) => id).join(' ')}`.trim()
}

function messageOf(outcome: TestOutcome): string {
  return outcome.result === 'fail' ? outcome.error.message : ''
}

describe('by the state of the run', () => {
  const failures: Partial<Record<EvalRunState, string>> = {
    running: 'fail: VITRIAL_INFRA_INTERNAL',
    infra_failed: 'fail: VITRIAL_INFRA_INTERNAL',
    observe_failed: 'fail: VITRIAL_OBSERVE_MISSING',
    cancelled: 'skip: cancelled',
    interrupted: 'skip: interrupted',
  }
  const table = evalRunStates.flatMap((state) =>
    passRules.map((pass) => ({ state, pass, expected: failures[state] ?? 'pass' })),
  )

  test.each(table)('$state, judged 1, pass $pass: $expected', ({ state, pass, expected }) => {
    expect(said(testOutcomeOf({ run: runOf(state), judging: judged(1), pass }))).toBe(expected)
  })

  test.each(table)('$state with a failed judge, pass $pass: never a metric’s fault', ({ state, pass }) => {
    const error = { code: 'VITRIAL_JUDGE_NO_SUBMISSION', message: 'ended without a submission' } as const
    const outcome = testOutcomeOf({ run: runOf(state), judging: { status: 'failed', error }, pass })
    expect(said(outcome)).toBe(failures[state] ?? 'fail: VITRIAL_JUDGE_NO_SUBMISSION')
  })

  test.each(table)('$state without a judgment, pass $pass: does not pass', ({ state, pass }) => {
    const outcome = testOutcomeOf({ run: runOf(state), judging: undefined, pass })
    expect(said(outcome)).toBe(failures[state] ?? 'skip: not judged')
  })
})

test('a failed infrastructure or observation fails with the error of its run', () => {
  const error = { code: 'VITRIAL_INFRA_SANDBOX_LOST', message: 'The sandbox is gone.' } as const
  expect(
    testOutcomeOf({ run: runOf('infra_failed', { error }), judging: undefined, pass: 'recorded' }),
  ).toEqual({ result: 'fail', error, metrics: [] })
})

test('a run without an error of its own says what it was and what to do', () => {
  const outcome = testOutcomeOf({
    run: runOf('infra_failed', { detail: 'disk full' }),
    judging: { status: 'not_judgeable' },
    pass: 'every',
  })
  expect(outcome).toMatchObject({
    error: { message: 'ask-dialect / scripted/hasty / #1 ended as infra_failed: disk full. Run it again.' },
  })
})

test('a skip for a cancelled run says why it was cancelled', () => {
  const error = { code: 'VITRIAL_CANCELLED', message: 'Ctrl+C' } as const
  expect(said(testOutcomeOf({ run: runOf('cancelled', { error }), judging: undefined, pass: 'every' }))).toBe(
    'skip: cancelled: Ctrl+C',
  )
})

test('cancelled judging skips', () => {
  const error = { code: 'VITRIAL_CANCELLED', message: 'bail' } as const
  const judging = { status: 'failed', error } as const
  expect(said(testOutcomeOf({ run: runOf('completed'), judging, pass: 'recorded' }))).toBe(
    'skip: judging was cancelled: bail',
  )
})

test('a judgeable run whose recording cannot be judged fails under every rule', () => {
  for (const pass of passRules) {
    const judging = { status: 'not_judgeable' } as const
    expect(said(testOutcomeOf({ run: runOf('completed'), judging, pass }))).toBe(
      'fail: VITRIAL_INFRA_RECORDING',
    )
  }
})

describe('by the judgment', () => {
  test.each<[PassRule, readonly (number | null)[], string]>([
    ['every', [1, 1], 'pass'],
    ['every', [1, 0], 'fail: VITRIAL_METRIC_FAILED metric_2'],
    ['every', [0.5, 1], 'fail: VITRIAL_METRIC_FAILED metric_1'],
    ['every', [null, 0], 'fail: VITRIAL_METRIC_FAILED metric_2'],
    ['every', [1, null], 'skip: metric_2 is undecided: Reason 2.'],
    ['every', [null, null], 'skip: metric_1 is undecided: Reason 1. | metric_2 is undecided: Reason 2.'],
    [0.5, [1, 0], 'pass'],
    [0.5, [1, null], 'pass'],
    [0.5, [0, null], 'skip: metric_2 is undecided: Reason 2.'],
    [0.5, [0, 0, null], 'fail: VITRIAL_SCORE_BELOW metric_1 metric_2 metric_3'],
    [0.6, [1, 0], 'fail: VITRIAL_SCORE_BELOW metric_2'],
    [1, [1, 1, 1], 'pass'],
    [1, [1, 1, null], 'skip: metric_3 is undecided: Reason 3.'],
    [0, [null], 'pass'],
    [0.3, [0.1, 0.2, 0.6], 'pass'],
    ['recorded', [0, 0], 'pass'],
    ['recorded', [null], 'pass'],
  ])('pass %s, values %j: %s', (pass, values, expected) => {
    expect(said(testOutcomeOf({ run: runOf('completed'), judging: judged(...values), pass }))).toBe(expected)
  })

  test('the same mean passes whatever the order of its fractions', () => {
    for (const values of [
      [0.1, 0.2, 0.3],
      [0.3, 0.2, 0.1],
    ]) {
      expect(testOutcomeOf({ run: runOf('completed'), judging: judged(...values), pass: 0.2 }).result).toBe(
        'pass',
      )
    }
  })

  test('a mean below the rule says how far it got, or can get', () => {
    const below = testOutcomeOf({ run: runOf('completed'), judging: judged(1, 0, 0), pass: 0.7 })
    const open = testOutcomeOf({ run: runOf('completed'), judging: judged(0, 0, null), pass: 0.7 })
    expect(messageOf(below)).toMatch(/^the mean of 3 metrics is 0\.333, below pass: 0\.7\n/)
    expect(messageOf(open)).toMatch(/^the mean of 3 metrics can reach 0\.333 at most, below pass: 0\.7\n/)
  })
})
