import {
  metricCreditOf,
  type MetricCredit,
  type CountedTrial,
  type UnresolvedReason,
} from '@vitrial/core/scores'
import type { ReportEval } from './report-input.ts'

/**
 * Where a trial stands, worst news about the agent first, then what says nothing about it. Never mixed: a
 * metric at 0, a metric that cannot be decided, a failed judge, a failed infrastructure.
 */
export const standings = ['below', 'undecided', 'judge_failed', 'infra_failed', 'open', 'met'] as const
/** Where a trial stands. */
export type Standing = (typeof standings)[number]

/** The standings in words. */
export const standingLabels: Readonly<Record<Standing, string>> = {
  below: 'not met',
  undecided: 'undecided',
  judge_failed: 'judge failed',
  infra_failed: 'infrastructure failed',
  open: 'open',
  met: 'met',
}

const standingOfReason: Readonly<Record<UnresolvedReason, Standing>> = {
  not_run: 'open',
  altered: 'open',
  judgment_altered: 'open',
  outdated: 'open',
  running: 'open',
  infra_failed: 'infra_failed',
  observe_failed: 'infra_failed',
  cancelled: 'open',
  interrupted: 'open',
  judge_running: 'open',
  judge_failed: 'judge_failed',
  judge_timed_out: 'judge_failed',
  judge_cancelled: 'open',
  judge_interrupted: 'open',
  unjudged: 'open',
}

/** What an unresolved trial is waiting for or failed at, in words. */
export const reasonLabels: Readonly<Record<UnresolvedReason, string>> = {
  not_run: 'not run',
  altered: 'altered: its eval run on record is not what was written',
  judgment_altered: 'altered: its judgment on record is not what was written',
  outdated: 'outdated: its inputs have changed',
  running: 'running',
  infra_failed: 'infrastructure failed',
  observe_failed: 'nothing could be observed',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
  judge_running: 'being judged',
  judge_failed: 'judge failed',
  judge_timed_out: 'judge timed out',
  judge_cancelled: 'judging cancelled',
  judge_interrupted: 'judging interrupted',
  unjudged: 'not judged',
}

/** A trial with where it stands. */
export interface StandingTrial {
  readonly record: CountedTrial
  readonly declared: ReportEval | undefined
  readonly standing: Standing
  /** Why it has no grade, where it has none. */
  readonly why: UnresolvedReason | undefined
  /** Counts from 1 over the whole report; names its anchors. */
  readonly number: number
}

/** Works out where every trial stands. */
export function standingTrials(
  trials: readonly CountedTrial[],
  evals: readonly ReportEval[],
): readonly StandingTrial[] {
  const evalById = new Map(evals.map((declared) => [declared.id, declared]))
  return trials.map((record, index) => {
    const declared = evalById.get(record.trial.evalId)
    const credits = (declared?.metrics ?? []).map(({ id }) => metricCreditOf(record, id))
    return { record, declared, ...standingOf(credits), number: index + 1 }
  })
}

function standingOf(credits: readonly MetricCredit[]): Pick<StandingTrial, 'standing' | 'why'> {
  const unresolved = credits.find((credit) => credit.kind === 'unresolved')
  const why = unresolved?.why
  if (credits.some((credit) => credit.kind === 'decided' && credit.value < 1))
    return { standing: 'below', why }
  if (unresolved) return { standing: standingOfReason[unresolved.why], why }
  if (credits.some(({ kind }) => kind === 'undecided')) return { standing: 'undecided', why }
  return { standing: credits.length === 0 ? 'open' : 'met', why }
}
