import { expect, test } from 'vitest'
import { scoresReport, scoresReportSchema } from './scores-report.ts'
import { trialRecord } from './trial-record.fixture.ts'

test('gives scores as data, the unknown as null and never as 0', () => {
  const report = scoresReport({
    benchmark: 'sql',
    run: '2026-11-30T14-25-11Z-7f3a',
    state: 'incomplete',
    evals: [{ id: 'ask-dialect', metrics: [{ id: 'asked', label: 'Asks' }] }],
    models: ['scripted/careful', 'scripted/hasty'],
    repetitions: 2,
    trials: [
      trialRecord({ values: { asked: 1 } }),
      trialRecord({ repetition: 2, values: { asked: 1 } }),
      trialRecord({ model: 'scripted/hasty', values: { asked: 0 } }),
      trialRecord({ model: 'scripted/hasty', repetition: 2, judgeState: 'failed' }),
    ],
  })
  expect(scoresReportSchema.parse(report)).toEqual(report)
  const asked = { id: 'asked', name: 'Asks', expected: 2 }
  expect(report).toEqual({
    benchmark: 'sql',
    run: '2026-11-30T14-25-11Z-7f3a',
    state: 'incomplete',
    altered: [],
    models: [
      {
        model: 'scripted/careful',
        percentage: 100,
        bounds: { lower: 100, upper: 100, coverage: 100 },
        evals: [{ eval: 'ask-dialect', score: 1, metrics: [{ ...asked, value: 1, scored: 2, passed: 2 }] }],
      },
      {
        model: 'scripted/hasty',
        percentage: null,
        bounds: { lower: 0, upper: 50, coverage: 50 },
        evals: [
          { eval: 'ask-dialect', score: null, metrics: [{ ...asked, value: null, scored: 1, passed: 0 }] },
        ],
      },
    ],
  })
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
