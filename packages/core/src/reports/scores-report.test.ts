import { expect, test } from 'vitest'
import type { RunCost } from '../records/run-cost.ts'
import { spendingOf } from '../cost/spending.ts'
import { namedArm } from '../trial/model-arm.ts'
import { trialOf } from '../trial/trial.ts'
import { noUsage } from '../recording/usage.ts'
import { scoresReport, scoresReportSchema, type ScoresReport } from './scores-report.ts'
import { trialRecord } from '../records/trial-record.fixture.ts'

function cost(model: string, costUsd: number | null, arm?: string): RunCost {
  const { id, evalId } = trialOf({ evalId: 'ask-dialect', model, arm, repetition: 1 })
  const usage = { ...noUsage, inputTokens: 10, outputTokens: 1, costUsd }
  const known = { id, trialId: id, evalId, model, ...namedArm(arm), invocationId: 'now', usage, timeMs: 5 }
  return { ...known, stage: 'candidate', state: 'completed', isSelected: true }
}

const nothing = { runs: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, knownUsd: 0, unknown: 0, timeMs: 0 }

/** Two models, of which one was judged, and one is partly unresolved. */
function reportOfTwoModels(): ScoresReport {
  const models = ['scripted/careful', 'scripted/hasty']
  const costs = [cost('scripted/careful', 0.25), cost('scripted/hasty', null)]
  const trialIds = costs.map(({ id }) => id)
  return scoresReport({
    benchmark: 'sql',
    run: '2026-11-30T14-25-11Z-7f3a',
    state: 'incomplete',
    evals: [{ id: 'ask-dialect', metrics: [{ id: 'asked', label: 'Asks' }] }],
    models,
    repetitions: 2,
    trials: [
      trialRecord({ values: { asked: 1 } }),
      { ...trialRecord({ repetition: 2, values: { asked: 1 } }), outdated: 'judgment', changed: ['rubric'] },
      trialRecord({ model: 'scripted/hasty', values: { asked: 0 } }),
      trialRecord({ model: 'scripted/hasty', repetition: 2, judgeState: 'failed' }),
    ],
    spending: spendingOf({ trialIds, invocationId: 'now', costs }),
  })
}

test('gives scores as data, the unknown as null and never as 0', () => {
  const report = reportOfTwoModels()
  expect(scoresReportSchema.parse(report)).toEqual(report)
  const asked = { id: 'asked', name: 'Asks', expected: 2 }
  const one = { ...nothing, runs: 1, inputTokens: 10, outputTokens: 1, timeMs: 5 }
  const careful = { candidates: { ...one, costUsd: 0.25, knownUsd: 0.25 }, judges: nothing }
  const hasty = { candidates: { ...one, costUsd: null, unknown: 1 }, judges: nothing }
  const sum = {
    runs: 2,
    inputTokens: 20,
    outputTokens: 2,
    costUsd: null,
    knownUsd: 0.25,
    unknown: 1,
    timeMs: 10,
  }
  const both = { candidates: sum, judges: nothing }
  const evalOf = (spent: object, score: object): object => ({
    eval: 'ask-dialect',
    score: null,
    spent,
    metrics: [{ ...asked, value: null, scored: 1, ...score }],
  })
  expect(report).toStrictEqual({
    benchmark: 'sql',
    run: '2026-11-30T14-25-11Z-7f3a',
    state: 'incomplete',
    altered: [],
    spent: threeOf(both),
    models: [
      {
        model: 'scripted/careful',
        percentage: null,
        bounds: { lower: 50, upper: 100, coverage: 50 },
        spent: threeOf(careful),
        evals: [evalOf(careful, { passed: 1 })],
      },
      {
        model: 'scripted/hasty',
        percentage: null,
        bounds: { lower: 0, upper: 50, coverage: 50 },
        spent: threeOf(hasty),
        evals: [evalOf(hasty, { passed: 0 })],
      },
    ],
    unresolved: [
      {
        trial: 'ask-dialect:scripted/careful:2',
        why: 'outdated',
        outdated: 'judgment',
        changed: ['rubric'],
      },
      { trial: 'ask-dialect:scripted/hasty:2', why: 'judge_failed' },
    ],
  })
})

test('has a row for each model in each arm, with what it cost', () => {
  const [model, arms] = ['scripted/careful', ['without', 'with']]
  const costs = [cost(model, 1, 'without'), cost(model, 2, 'with')]
  const trialIds = costs.map(({ id }) => id)
  const report = scoresReport({
    benchmark: 'sql',
    run: '2026-11-30T14-25-11Z-7f3a',
    state: 'incomplete',
    evals: [{ id: 'ask-dialect', metrics: [{ id: 'asked', label: 'Asks' }] }],
    models: [model],
    arms,
    repetitions: 1,
    trials: [trialRecord({ arm: 'with', values: { asked: 1 } })],
    spending: spendingOf({ trialIds, invocationId: 'now', costs }),
  })
  expect(scoresReportSchema.parse(report)).toEqual(report)
  const rows = report.models.map(({ arm, percentage, spent, evals }) => [
    arm,
    percentage,
    spent.selected.candidates.costUsd,
    evals[0]?.spent.candidates.costUsd,
  ])
  expect(rows).toEqual([
    ['without', null, 1, 1],
    ['with', 100, 2, 2],
  ])
  expect(report.unresolved).toEqual([{ trial: `ask-dialect:${model}:without:1`, why: 'not_run' }])
})

test('counts a trial whose rows are not what was written for nothing, and names it', () => {
  const whole = trialRecord({ values: { asked: 1 } })
  const reportOf = (altered?: 'run' | 'judgment') =>
    scoresReport({
      benchmark: 'sql',
      run: '2026-11-30T14-25-11Z-7f3a',
      state: 'completed',
      evals: [{ id: 'ask-dialect', metrics: [{ id: 'asked', label: 'Asks' }] }],
      models: ['scripted/careful'],
      repetitions: 1,
      spending: spendingOf({ trialIds: [], invocationId: 'now', costs: [] }),
      trials: [{ ...whole, ...(altered && { altered }) }],
    })
  expect(reportOf()).toMatchObject({ altered: [], models: [{ percentage: 100 }] })
  for (const altered of ['run', 'judgment'] as const) {
    expect(reportOf(altered)).toMatchObject({
      altered: [whole.trial.id],
      models: [{ percentage: null, bounds: { lower: 0, upper: 100, coverage: 0 } }],
    })
  }
})

function threeOf(sum: object): object {
  return { selected: sum, inAll: sum, thisTime: sum }
}
