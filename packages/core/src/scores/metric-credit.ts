import type { CountedTrial } from './counted-trial.ts'
import type { EvalRunState } from '../states/eval-run-state.ts'
import type { JudgeRunState } from '../states/judge-run-state.ts'

/** A metric of a trial has no grade yet for one of these reasons. None of them is ever a 0. */
export const unresolvedReasons = [
  'not_run',
  'altered',
  'judgment_altered',
  'outdated',
  'running',
  'infra_failed',
  'observe_failed',
  'cancelled',
  'interrupted',
  'judge_running',
  'judge_failed',
  'judge_timed_out',
  'judge_cancelled',
  'judge_interrupted',
  'unjudged',
] as const
/** A reason why a metric of a trial has no grade yet, see {@link unresolvedReasons}. */
export type UnresolvedReason = (typeof unresolvedReasons)[number]

/** One metric of one trial counts as this. */
export type MetricCredit =
  | { readonly kind: 'decided'; readonly value: number }
  /** Judged, and the evidence cannot decide it: null. */
  | { readonly kind: 'undecided' }
  | { readonly kind: 'unresolved'; readonly why: UnresolvedReason }

/** Everything that the credit of a metric depends on. */
export interface CreditStates {
  /** The selected eval run; undefined if the trial has none. */
  readonly evalRun: EvalRunState | undefined
  /** The judge run that speaks for it. */
  readonly judgeRun: JudgeRunState | undefined
  /** The metric's value in the selected judgment; undefined if there is none. */
  readonly value: number | null | undefined
}

/** Undefined: a judge may grade it. */
const whyUngradable: Readonly<Record<EvalRunState, UnresolvedReason | undefined>> = {
  running: 'running',
  completed: undefined,
  stopped: undefined,
  timed_out: undefined,
  cost_limited: undefined,
  agent_failed: undefined,
  infra_failed: 'infra_failed',
  observe_failed: 'observe_failed',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
}

/**
 * Gives credit from states. A judgment counts while the judge run that speaks for the trial has made one: after a
 * rejudge that failed, or was cut off, it is as unresolved as its test.
 */
export function metricCredit({ evalRun, judgeRun, value }: CreditStates): MetricCredit {
  const ungradable = evalRun === undefined ? 'not_run' : whyUngradable[evalRun]
  if (ungradable !== undefined) return { kind: 'unresolved', why: ungradable }
  if (value === undefined || judgeRun !== 'completed')
    return { kind: 'unresolved', why: whyUnjudged(judgeRun) }
  return value === null ? { kind: 'undecided' } : { kind: 'decided', value }
}

/**
 * Gives the credit of a metric from a trial's rows. A judgment of an earlier eval run counts for nothing, nor does
 * one that lacks the metric: both are `unjudged`. What was run or judged from other inputs than are declared now is
 * `outdated`, and what is not what was written is `altered`.
 */
export function metricCreditOf(record: CountedTrial | undefined, metricId: string): MetricCredit {
  const { evalRun, judgeRun, judgment, outdated, altered } = record ?? {}
  if (altered !== undefined) {
    return { kind: 'unresolved', why: altered === 'run' ? 'altered' : 'judgment_altered' }
  }
  if (outdated !== undefined) return { kind: 'unresolved', why: 'outdated' }
  const current = judgment?.evalRunId === evalRun?.id ? judgment : undefined
  return metricCredit({
    evalRun: evalRun?.state,
    judgeRun: judgeRun?.evalRunId === evalRun?.id ? judgeRun?.state : undefined,
    value: current?.metrics.find((metric) => metric.id === metricId)?.value,
  })
}

function whyUnjudged(state: JudgeRunState | undefined): UnresolvedReason {
  return state === undefined || state === 'completed' ? 'unjudged' : `judge_${state}`
}
