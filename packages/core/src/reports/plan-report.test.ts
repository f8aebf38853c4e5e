import { expect, test } from 'vitest'
import type { PlanAction, PlanItem } from '../plan/plan-item.ts'
import { planReport, planReportSchema } from './plan-report.ts'
import { trialOf } from '../trial/trial.ts'

function item(repetition: number, action: PlanAction, estimatedUsd: number | null): PlanItem {
  const trial = trialOf({ evalId: 'ask-dialect', model: 'acme/small', repetition })
  return { trial, action, reason: `because of ${repetition}`, changed: ['prompt'], estimatedUsd }
}

test('counts the work of a plan and what it is likely to cost', () => {
  const report = planReport('/benchmarks/sql', [
    item(1, 'run', 0.25),
    item(2, 'run', null),
    item(3, 'judge', 0.125),
    item(4, 'reuse', 0),
    item(5, 'failed', 0),
    item(6, 'deferred', 7),
  ])
  expect(planReportSchema.parse(report)).toEqual(report)
  expect(report.estimate).toEqual({
    candidates: 2,
    judges: 3,
    estimatedUsd: null,
    knownUsd: 0.375,
    unknown: 1,
  })
  expect(report.directory).toBe('/benchmarks/sql')
  expect(report.items[1]).toStrictEqual({
    trial: 'ask-dialect:acme/small:2',
    eval: 'ask-dialect',
    model: 'acme/small',
    repetition: 2,
    action: 'run',
    reason: 'because of 2',
    estimatedUsd: null,
  })
})

test('an estimate of which nothing is known is unknown, and nothing to do costs nothing', () => {
  expect(planReport('.', [item(1, 'run', null)]).estimate).toMatchObject({ estimatedUsd: null, unknown: 1 })
  expect(planReport('.', [item(1, 'reuse', 0), item(2, 'deferred', null)]).estimate).toEqual({
    candidates: 0,
    judges: 0,
    estimatedUsd: 0,
    knownUsd: 0,
    unknown: 0,
  })
})

test('names the arm of a trial in a named one', () => {
  const trial = trialOf({ evalId: 'ask-dialect', model: 'acme/small', arm: 'with', repetition: 1 })
  const report = planReport('.', [{ trial, action: 'run', reason: 'new arm', changed: [], estimatedUsd: 1 }])
  expect(planReportSchema.parse(report)).toEqual(report)
  expect(report.items[0]).toMatchObject({ trial: 'ask-dialect:acme/small:with:1', arm: 'with' })
})
