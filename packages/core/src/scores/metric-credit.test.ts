import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evalRunStateRules, evalRunStates } from '../states/eval-run-state.ts'
import { judgeRunStates } from '../states/judge-run-state.ts'
import { trialRecord } from '../records/trial-record.fixture.ts'
import { metricCredit, metricCreditOf, type CreditStates } from './metric-credit.ts'

const evalRunChoices = [undefined, ...evalRunStates]
const judgeRunChoices = [undefined, ...judgeRunStates]
const valueChoices = [undefined, null, 0, 0.5, 1]

const combinations = evalRunChoices.flatMap((evalRun) =>
  judgeRunChoices.flatMap((judgeRun) => valueChoices.map((value) => ({ evalRun, judgeRun, value }))),
)

/** The rules of the design, said a second time and differently. */
function expectHonest({ evalRun, judgeRun, value }: CreditStates): void {
  const credit = metricCredit({ evalRun, judgeRun, value })
  const isJudgeable = evalRun !== undefined && evalRunStateRules[evalRun].judgeable
  const isGraded = isJudgeable && judgeRun === 'completed' && value !== undefined
  expect(credit.kind === 'decided').toBe(isGraded && value !== null)
  expect(credit.kind === 'undecided').toBe(isGraded && value === null)
  if (credit.kind === 'decided') expect(credit.value).toBe(value)
}

describe('over every combination of states', () => {
  test('a metric counts as 0 only if a judgment of a judgeable run decided 0', () => {
    const zeros = combinations.filter((states) => {
      const credit = metricCredit(states)
      return credit.kind === 'decided' && credit.value === 0
    })
    expect(zeros).toHaveLength(5)
    expect(new Set(zeros.map(({ judgeRun }) => judgeRun))).toEqual(new Set(['completed']))
    expect(new Set(zeros.map(({ value }) => value))).toEqual(new Set([0]))
    expect(new Set(zeros.map(({ evalRun }) => evalRun))).toEqual(
      new Set(['completed', 'stopped', 'timed_out', 'cost_limited', 'agent_failed']),
    )
  })

  test('a metric is undecided only if a judgment says null', () => {
    const undecided = combinations.filter((states) => metricCredit(states).kind === 'undecided')
    expect(undecided).toHaveLength(5)
    expect(undecided.every(({ value, judgeRun }) => value === null && judgeRun === 'completed')).toBe(true)
  })

  test('everything else is unresolved', () => {
    for (const states of combinations) expectHonest(states)
  })

  test('holds for any value a code judge may give', () => {
    fc.assert(
      fc.property(
        fc.record({
          evalRun: fc.constantFrom(...evalRunChoices),
          judgeRun: fc.constantFrom(...judgeRunChoices),
          value: fc.oneof(fc.constantFrom(undefined, null), fc.double({ min: 0, max: 1, noNaN: true })),
        }),
        expectHonest,
      ),
    )
  })
})

describe('says why a metric is unresolved', () => {
  test.each([
    [undefined, 'not_run'],
    ['running', 'running'],
    ['infra_failed', 'infra_failed'],
    ['observe_failed', 'observe_failed'],
    ['cancelled', 'cancelled'],
    ['interrupted', 'interrupted'],
  ] as const)('eval run %s: %s, even beside a stray value', (evalRun, why) => {
    expect(metricCredit({ evalRun, judgeRun: 'completed', value: 0 })).toEqual({ kind: 'unresolved', why })
  })

  test.each([
    [undefined, 'unjudged'],
    ['completed', 'unjudged'],
    ['running', 'judge_running'],
    ['failed', 'judge_failed'],
    ['timed_out', 'judge_timed_out'],
    ['cancelled', 'judge_cancelled'],
    ['interrupted', 'judge_interrupted'],
  ] as const)('judge run %s without a judgment: %s', (judgeRun, why) => {
    expect(metricCredit({ evalRun: 'agent_failed', judgeRun, value: undefined })).toEqual({
      kind: 'unresolved',
      why,
    })
  })
})

describe('from a trial’s rows', () => {
  test('reads the metric from the selected judgment', () => {
    const record = trialRecord({ values: { asked: 1, bound: null } })
    expect(metricCreditOf(record, 'asked')).toEqual({ kind: 'decided', value: 1 })
    expect(metricCreditOf(record, 'bound')).toEqual({ kind: 'undecided' })
  })

  test('a metric that the judgment does not have is unjudged', () => {
    expect(metricCreditOf(trialRecord({ values: { asked: 1 } }), 'renamed')).toEqual({
      kind: 'unresolved',
      why: 'unjudged',
    })
  })

  test('a judgment of an earlier attempt counts for nothing', () => {
    const earlier = trialRecord({ evalRunId: 'first', values: { asked: 0 } })
    const later = trialRecord({ evalRunId: 'second', values: {} })
    const record = { ...earlier, ...(later.evalRun && { evalRun: later.evalRun }) }
    expect(metricCreditOf(record, 'asked')).toEqual({ kind: 'unresolved', why: 'unjudged' })
  })

  test.each(['running', 'failed', 'timed_out', 'cancelled', 'interrupted'] as const)(
    'a judgment does not count while a later judging is %s',
    (judgeState) => {
      const record = trialRecord({ values: { asked: 1 }, judgeState })
      expect(metricCreditOf(record, 'asked')).toEqual({ kind: 'unresolved', why: `judge_${judgeState}` })
    },
  )

  test('what was run or judged from other inputs is outdated, whatever it was', () => {
    const record = trialRecord({ values: { asked: 1 } })
    for (const outdated of ['run', 'judgment'] as const) {
      expect(metricCreditOf({ ...record, outdated }, 'asked')).toEqual({
        kind: 'unresolved',
        why: 'outdated',
      })
    }
  })

  test('a trial without a row has not run', () => {
    expect(metricCreditOf(undefined, 'asked')).toEqual({ kind: 'unresolved', why: 'not_run' })
  })
})
