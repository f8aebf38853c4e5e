import type { ErrorRecord } from '../errors/error-record.ts'
import type { MetricJudgment } from '../judging/judgment.ts'
import { trialsOf, type Trial } from '../trial/trial.ts'
import type { CountedTrial } from './counted-trial.ts'
import type { ScoreInput } from './aggregate.ts'
import { metricCreditOf, type UnresolvedReason } from './metric-credit.ts'

/** A metric of a trial that is worth a look, with the judge's reason and citations. */
export interface MetricFinding {
  readonly trial: Trial
  readonly metric: MetricJudgment
}

/** A trial whose metrics, or some of them, have no grade. */
export interface UnresolvedTrial {
  readonly trial: Trial
  readonly why: UnresolvedReason
  /** What the failed eval run or judge run left behind. */
  readonly error?: ErrorRecord
  /** Of what is outdated: which half, and the inputs that have changed since. */
  readonly outdated?: 'run' | 'judgment'
  readonly changed?: readonly string[]
}

/** A person should see this beside the scores, in the order of the plan. */
export interface TrialFindings {
  /** Decided, and below 1. */
  readonly belowOne: readonly MetricFinding[]
  /** Judged null. */
  readonly undecided: readonly MetricFinding[]
  readonly unresolved: readonly UnresolvedTrial[]
}

/** Sorts every metric of every declared trial that is not plainly 1. */
export function trialFindingsOf(input: ScoreInput): TrialFindings {
  const { models, arms, repetitions } = input
  const records = new Map<string, CountedTrial>()
  for (const record of input.trials) records.set(record.trial.id, record)
  const belowOne: MetricFinding[] = []
  const undecided: MetricFinding[] = []
  const unresolved: UnresolvedTrial[] = []
  for (const { id, metrics } of input.evals) {
    for (const trial of trialsOf({ evalIds: [id], models, arms, repetitions })) {
      const record = records.get(trial.id)
      const why = new Set<UnresolvedReason>()
      for (const { id: metricId } of metrics) {
        const credit = metricCreditOf(record, metricId)
        if (credit.kind === 'unresolved') {
          why.add(credit.why)
          continue
        }
        const metric = record?.judgment?.metrics.find((judged) => judged.id === metricId)
        if (!metric) continue
        if (credit.kind === 'undecided') undecided.push({ trial, metric })
        else if (credit.value < 1) belowOne.push({ trial, metric })
      }
      for (const reason of why) unresolved.push(unresolvedTrial(trial, reason, record))
    }
  }
  return { belowOne, undecided, unresolved }
}

/** No error says why these have no grade. */
const silent: ReadonlySet<UnresolvedReason> = new Set(['unjudged', 'outdated', 'altered', 'judgment_altered'])

function unresolvedTrial(
  trial: Trial,
  why: UnresolvedReason,
  record: CountedTrial | undefined,
): UnresolvedTrial {
  const explaining = why.startsWith('judge_') ? record?.judgeRun : record?.evalRun
  const run = silent.has(why) ? undefined : explaining
  const error = run === undefined || run.state === 'running' ? undefined : run.error
  return {
    trial,
    why,
    ...(error && { error }),
    ...(why === 'outdated' &&
      record?.outdated && { outdated: record.outdated, changed: record.changed ?? [] }),
  }
}
