import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TrialRecord } from '../records/trial-record.ts'
import { scoreModels, type ModelScore, type ScoreInput } from './aggregate.ts'
import { trialRecord, type TrialRecordSketch } from '../records/trial-record.fixture.ts'

const model = 'scripted/careful'

function scoreOf(input: Omit<ScoreInput, 'models'>): ModelScore {
  const [score] = scoreModels({ ...input, models: [model] })
  if (!score) throw new Error('no score')
  return score
}

function evalOf(id: string, ...metrics: readonly string[]): ScoreInput['evals'][number] {
  return { id, metrics: metrics.map((metric) => ({ id: metric, label: `Label of ${metric}` })) }
}

test('averages repetitions per metric, metrics per eval, evals equally', () => {
  const score = scoreOf({
    evals: [evalOf('one', 'a', 'b'), evalOf('two', 'c')],
    repetitions: 2,
    trials: [
      trialRecord({ evalId: 'one', repetition: 1, values: { a: 1, b: 0 } }),
      trialRecord({ evalId: 'one', repetition: 2, values: { a: 1, b: 1 } }),
      trialRecord({ evalId: 'two', repetition: 1, values: { c: 0.5 } }),
      trialRecord({ evalId: 'two', repetition: 2, values: { c: 0 } }),
    ],
  })
  expect(score).toStrictEqual({
    model,
    percentage: 50,
    bounds: { lower: 50, upper: 50, coverage: 100 },
    evals: [
      {
        eval: 'one',
        score: 0.75,
        metrics: [
          { id: 'a', name: 'Label of a', value: 1, scored: 2, expected: 2, passed: 2 },
          { id: 'b', name: 'Label of b', value: 0.5, scored: 2, expected: 2, passed: 1 },
        ],
      },
      {
        eval: 'two',
        score: 0.25,
        metrics: [{ id: 'c', name: 'Label of c', value: 0.25, scored: 2, expected: 2, passed: 0 }],
      },
    ],
  })
})

test.each<[string, TrialRecordSketch]>([
  ['a null', { values: { b: null } }],
  ['a failed judge', { judgeState: 'failed' }],
  ['a failed infrastructure', { state: 'infra_failed' }],
  ['a renamed metric', { values: { formerly_b: 0 } }],
])('%s leaves the percentage open and widens the bounds, never counts as 0', (_, sketch) => {
  const score = scoreOf({
    evals: [evalOf('one', 'a'), evalOf('two', 'b')],
    repetitions: 1,
    trials: [trialRecord({ evalId: 'one', values: { a: 1 } }), trialRecord({ evalId: 'two', ...sketch })],
  })
  expect(score.percentage).toBeNull()
  expect(score.bounds).toEqual({ lower: 50, upper: 100, coverage: 50 })
  expect(score.evals[1]).toMatchObject({ score: null, metrics: [{ value: null, scored: 0, expected: 1 }] })
})

test('what has not run at all can still become anything', () => {
  const score = scoreOf({ evals: [evalOf('one', 'a')], repetitions: 3, trials: [] })
  expect(score).toMatchObject({ percentage: null, bounds: { lower: 0, upper: 100, coverage: 0 } })
})

test('scores every model in every arm by itself', () => {
  const trials = [
    trialRecord({ evalId: 'one', arm: 'without', values: { a: 0 } }),
    trialRecord({ evalId: 'one', arm: 'with', values: { a: 1 } }),
    trialRecord({ evalId: 'one', values: { a: 0.5 } }),
    trialRecord({ evalId: 'one', model: 'scripted/hasty', arm: 'without', values: { a: 0.25 } }),
  ]
  const input = { evals: [evalOf('one', 'a')], models: [model, 'scripted/hasty'], repetitions: 1, trials }
  const percentages = (arms?: readonly string[]): readonly unknown[] =>
    scoreModels({ ...input, arms }).map((score) => [score.model, score.arm, score.percentage])
  expect(percentages(['without', 'with'])).toEqual([
    [model, 'without', 0],
    [model, 'with', 100],
    ['scripted/hasty', 'without', 25],
    ['scripted/hasty', 'with', null],
  ])
  expect(percentages()).toEqual([
    [model, undefined, 50],
    ['scripted/hasty', undefined, null],
  ])
})

test('ignores rows of trials that are no longer declared', () => {
  const trials = [
    trialRecord({ evalId: 'one', repetition: 1, values: { a: 1 } }),
    trialRecord({ evalId: 'one', repetition: 2, values: { a: 0 } }),
    trialRecord({ evalId: 'gone', values: { a: 0 } }),
    trialRecord({ evalId: 'one', model: 'retired/model', values: { a: 0 } }),
  ]
  expect(scoreOf({ evals: [evalOf('one', 'a')], repetitions: 1, trials }).percentage).toBe(100)
})

describe('for any benchmark in any state', () => {
  const evals = fc
    .array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 })
    .map((counts) =>
      counts.map((count, index) =>
        evalOf(`eval_${index}`, ...Array.from({ length: count }, (_, metric) => `metric_${metric}`)),
      ),
    )
  const value = fc.oneof(fc.constantFrom(0, 1, null), fc.double({ min: 0, max: 1, noNaN: true }))
  const state = fc.constantFrom('completed', 'timed_out', 'infra_failed', 'interrupted', undefined)

  const benchmarks = fc
    .record({ evals, repetitions: fc.integer({ min: 1, max: 4 }) })
    .chain(({ evals: declared, repetitions }) => {
      const cells = declared.flatMap((declaredEval) =>
        Array.from({ length: repetitions }, (_, index) => ({ declaredEval, repetition: index + 1 })),
      )
      return fc
        .tuple(
          ...cells.map(({ declaredEval: { id, metrics }, repetition }) =>
            fc
              .record({
                state,
                values: fc.array(value, { minLength: metrics.length, maxLength: metrics.length }),
              })
              .map((cell) =>
                cell.state === undefined
                  ? []
                  : [
                      trialRecord({
                        evalId: id,
                        repetition,
                        state: cell.state,
                        values: Object.fromEntries(
                          metrics.map((metric, index) => [metric.id, cell.values[index] ?? null]),
                        ),
                      }),
                    ],
              ),
          ),
        )
        .map((trials) => ({ evals: declared, repetitions, trials: trials.flat() }))
    })

  test('bounds hold the percentage, and are as wide as what is undecided', () => {
    fc.assert(
      fc.property(benchmarks, (benchmark) => {
        const { percentage, bounds, evals: scores } = scoreOf(benchmark)
        expect(bounds.lower).toBeGreaterThanOrEqual(0)
        expect(bounds.lower).toBeLessThanOrEqual(bounds.upper)
        expect(bounds.upper).toBeLessThanOrEqual(100)
        expect(bounds.upper - bounds.lower).toBeCloseTo(100 - bounds.coverage, 9)
        const isDecided = scores.every(({ metrics }) =>
          metrics.every(({ scored, expected }) => scored === expected),
        )
        expect(percentage).toBe(isDecided ? bounds.lower : null)
        if (isDecided) expect(bounds).toMatchObject({ upper: percentage, coverage: 100 })
      }),
    )
  })

  test('the order of rows, evals, metrics and repetitions changes nothing', () => {
    fc.assert(
      fc.property(benchmarks, fc.infiniteStream(fc.nat()), (benchmark, random) => {
        function shuffled<T>(list: readonly T[]): readonly T[] {
          return list
            .map((item) => ({ item, at: random.next().value ?? 0 }))
            .toSorted((a, b) => a.at - b.at)
            .map(({ item }) => item)
        }
        const score = scoreOf(benchmark)
        expect(scoreOf({ ...benchmark, trials: shuffled(benchmark.trials) })).toEqual(score)
        const other = scoreOf({
          ...benchmark,
          evals: shuffled(benchmark.evals).map(({ id, metrics }) => ({ id, metrics: shuffled(metrics) })),
          trials: benchmark.trials.map((record) => {
            const repetition = benchmark.repetitions + 1 - record.trial.repetition
            const { evalId } = record.trial
            return { ...record, trial: trialRecord({ evalId, repetition }).trial }
          }),
        })
        expect(other.bounds.lower).toBeCloseTo(score.bounds.lower, 9)
        expect(other.bounds.upper).toBeCloseTo(score.bounds.upper, 9)
        expect(other.bounds.coverage).toBeCloseTo(score.bounds.coverage, 9)
      }),
    )
  })

  test('deciding one more thing only narrows the bounds', () => {
    const decision = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(benchmarks, fc.nat(), decision, (benchmark, pick, decided) => {
        const open = openCells(benchmark)
        fc.pre(open.length > 0)
        const chosen = open[pick % open.length]
        const before = scoreOf(benchmark).bounds
        const after = scoreOf(
          withValues(benchmark, (trialId, metricId, current) =>
            trialId === chosen?.trialId && metricId === chosen.metricId ? decided : current,
          ),
        ).bounds
        expect(after.lower).toBeGreaterThanOrEqual(before.lower - 1e-9)
        expect(after.upper).toBeLessThanOrEqual(before.upper + 1e-9)
        expect(after.coverage).toBeGreaterThan(before.coverage)
      }),
    )
  })

  test('a better value never makes a worse score', () => {
    fc.assert(
      fc.property(benchmarks, (benchmark) => {
        const before = scoreOf(benchmark).bounds
        const after = scoreOf(
          withValues(benchmark, (_trial, _metric, current) =>
            current === null ? null : Math.min(1, current + 0.25),
          ),
        ).bounds
        expect(after.lower).toBeGreaterThanOrEqual(before.lower - 1e-9)
        expect(after.upper).toBeGreaterThanOrEqual(before.upper - 1e-9)
      }),
    )
  })
})

type Benchmark = Omit<ScoreInput, 'models'>

/** The metrics that a judge left undecided in a run that counts. */
function openCells({ trials }: Benchmark): readonly { trialId: string; metricId: string }[] {
  return trials
    .filter(({ evalRun }) => evalRun?.state === 'completed')
    .flatMap(({ trial, judgment }) =>
      (judgment?.metrics ?? [])
        .filter(({ value }) => value === null)
        .map(({ id }) => ({ trialId: trial.id, metricId: id })),
    )
}

function withValues(
  benchmark: Benchmark,
  valueOf: (trialId: string, metricId: string, current: number | null) => number | null,
): Benchmark {
  const trials = benchmark.trials.map((record): TrialRecord => {
    if (!record.judgment) return record
    const metrics = record.judgment.metrics.map((metric) => ({
      ...metric,
      value: valueOf(record.trial.id, metric.id, metric.value),
    }))
    return { ...record, judgment: { ...record.judgment, metrics } }
  })
  return { ...benchmark, trials }
}
