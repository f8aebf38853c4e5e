import { modelArmsOf, type EvalGrid, type ModelArm } from '../trial/model-arm.ts'
import { trialOf } from '../trial/trial.ts'
import type { CountedTrial } from './counted-trial.ts'
import type { Metric } from '../rubric/metric.ts'
import { metricCreditOf, type MetricCredit } from './metric-credit.ts'

/** Scores are made of this: what the benchmark declares, and the rows there are. */
export interface ScoreInput extends EvalGrid {
  /** In the order to report them. */
  readonly evals: readonly {
    readonly id: string
    readonly metrics: readonly Pick<Metric, 'id' | 'label'>[]
  }[]
  /** In any order; a trial without a row counts as not run, a row of no declared trial or an outdated one for nothing. */
  readonly trials: readonly CountedTrial[]
}

/** A score can still become anything between these. All three in 0..100, and upper - lower = 100 - coverage. */
export interface Bounds {
  /** With everything that is undecided or unresolved counted as 0. */
  readonly lower: number
  /** The same counted as 1. */
  readonly upper: number
  /** How much is decided, weighted as in the score. */
  readonly coverage: number
}

/** The score of a metric over the repetitions of one eval, model and arm. */
export interface MetricScore {
  readonly id: string
  readonly name: string
  /** Mean over the repetitions, in 0..1; null unless all are decided. */
  readonly value: number | null
  /** Repetitions that are decided. */
  readonly scored: number
  readonly expected: number
  /** Repetitions at 1. */
  readonly passed: number
}

/** The score of an eval for one model in one arm. */
export interface EvalScore {
  readonly eval: string
  /** Mean over the metrics, in 0..1; null unless all are decided. */
  readonly score: number | null
  readonly metrics: readonly MetricScore[]
}

/** The score of a model in one arm over all evals. */
export interface ModelScore {
  readonly model: string
  /** Absent for the arm without a name. */
  readonly arm?: string
  /** In 0..100; null unless everything required is decided. */
  readonly percentage: number | null
  readonly bounds: Bounds
  readonly evals: readonly EvalScore[]
}

/**
 * Scores every model in every arm: repetitions are averaged per metric, metrics per eval with equal weight, evals
 * equally, times 100. Unknown is never a zero: it makes the percentage null and widens the bounds.
 */
export function scoreModels(input: ScoreInput): readonly ModelScore[] {
  const records = new Map<string, CountedTrial>()
  for (const record of input.trials) records.set(record.trial.id, record)
  return modelArmsOf(input).map((modelArm) => {
    const evals = input.evals.map(({ id, metrics }) => {
      const repetitions = Array.from({ length: input.repetitions }, (_, index) =>
        records.get(trialOf({ evalId: id, ...modelArm, repetition: index + 1 }).id),
      )
      return evalTally(
        id,
        metrics.map((metric) =>
          metricTally(
            metric,
            repetitions.map((record) => metricCreditOf(record, metric.id)),
          ),
        ),
      )
    })
    return { ...modelArm, ...overall(evals) }
  })
}

/** A score on its way up: what is certain of it, and how much of it is decided, both in 0..1. */
interface Tally<T> {
  readonly score: T
  readonly lower: number
  readonly decided: number
}

function metricTally(
  metric: Pick<Metric, 'id' | 'label'>,
  credits: readonly MetricCredit[],
): Tally<MetricScore> {
  const values = credits.flatMap((credit) => (credit.kind === 'decided' ? [credit.value] : []))
  const expected = credits.length
  const lower = shareOf(sumOf(values), expected)
  const isComplete = values.length === expected && expected > 0
  const score: MetricScore = {
    id: metric.id,
    name: metric.label,
    value: isComplete ? lower : null,
    scored: values.length,
    expected,
    passed: values.filter((value) => value === 1).length,
  }
  return { score, lower, decided: shareOf(values.length, expected) }
}

function evalTally(id: string, metrics: readonly Tally<MetricScore>[]): Tally<EvalScore> {
  const { lower, decided } = meanTally(metrics)
  const scores = metrics.map(({ score }) => score)
  const isComplete = scores.length > 0 && scores.every(({ value }) => value !== null)
  return { score: { eval: id, score: isComplete ? lower : null, metrics: scores }, lower, decided }
}

function overall(evals: readonly Tally<EvalScore>[]): Omit<ModelScore, keyof ModelArm> {
  const tally = meanTally(evals)
  const lower = 100 * tally.lower
  const coverage = 100 * tally.decided
  const scores = evals.map(({ score }) => score)
  const isComplete = scores.length > 0 && scores.every(({ score }) => score !== null)
  return {
    percentage: isComplete ? lower : null,
    bounds: { lower, upper: Math.min(100, lower + (100 - coverage)), coverage },
    evals: scores,
  }
}

function meanTally(parts: readonly Tally<unknown>[]): { lower: number; decided: number } {
  return {
    lower: shareOf(sumOf(parts.map(({ lower }) => lower)), parts.length),
    decided: shareOf(sumOf(parts.map(({ decided }) => decided)), parts.length),
  }
}

/** Nothing required decides nothing. */
function shareOf(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
