import type { EvalRunRecord } from '../records/eval-run-record.ts'
import type { JudgeRunRecord } from '../records/judge-run-record.ts'
import type { TrialRecord } from '../records/trial-record.ts'
import { evalRunStateRules } from '../states/eval-run-state.ts'
import { asBeforeReason } from './change-reason.ts'
import { changedComponents, type Fingerprint } from '../inputs/fingerprints.ts'
import { recordedTrialOf, type RecordedTrial } from './recorded-trial.ts'

/** A trial that has run, with what it works from now. */
export interface TrialToday {
  readonly record: TrialRecord & { readonly evalRun: EvalRunRecord }
  readonly candidate: Fingerprint
  /** Undefined if nothing judges the eval. */
  readonly judge: Fingerprint | undefined
}

/** Tells which earlier work of a trial may fit the current inputs; undefined if what it selects does. */
export function soughtWork({ record, candidate, judge }: TrialToday): 'eval run' | 'judge run' | undefined {
  const { evalRun, judgeRun } = record
  if (evalRun.candidateFingerprint !== candidate.fingerprint) return 'eval run'
  if (evalRunStateRules[evalRun.state].next !== 'reuse' || judge === undefined) return undefined
  return judgeRun && judgeRun.judgeFingerprint !== judge.fingerprint ? 'judge run' : undefined
}

/**
 * Finds the eval run that need not be made again.
 *
 * @param evalRuns those of a trial with the current candidate fingerprint, the latest first.
 */
export function reusableEvalRun(evalRuns: readonly EvalRunRecord[]): EvalRunRecord | undefined {
  return evalRuns.find(({ state, isAltered }) => !isAltered && evalRunStateRules[state].next === 'reuse')
}

/**
 * Shows a trial as it is once it selects an earlier eval run again: with the judgment that fits the current judge,
 * else with what was last made of that eval run.
 *
 * @param judgeRuns those over the eval run, in the order they started.
 */
export function withEarlierEvalRun(
  { record, candidate, judge }: TrialToday,
  evalRun: EvalRunRecord,
  judgeRuns: readonly JudgeRunRecord[],
): RecordedTrial {
  const last = judgeRuns.at(-1)
  const fits = judge === undefined || last?.judgeFingerprint === judge.fingerprint
  const fitting = fits ? undefined : reusableJudgeRun(judgeRuns, judge)
  const made = fitting ?? judgeRuns.findLast(({ judgmentId }) => judgmentId !== undefined)
  const changed = changedComponents(record.evalRun.candidateInputs, candidate.components)
  return selectedAgain(
    { trial: record.trial, evalRun, judgeRun: fitting ?? last, judgmentId: made?.judgmentId },
    asBeforeReason('candidate', changed),
  )
}

/**
 * Shows a trial as it is once it selects an earlier judgment of its eval run again; undefined if none fits.
 *
 * @param judgeRuns those over the eval run, in the order they started.
 */
export function withEarlierJudgeRun(
  { record, judge }: TrialToday,
  judgeRuns: readonly JudgeRunRecord[],
): RecordedTrial | undefined {
  const judgeRun = judge && reusableJudgeRun(judgeRuns, judge)
  if (judgeRun === undefined) return undefined
  const changed = changedComponents(record.judgeRun?.judgeInputs ?? {}, judge?.components ?? {})
  return selectedAgain(
    { trial: record.trial, evalRun: record.evalRun, judgeRun, judgmentId: judgeRun.judgmentId },
    asBeforeReason('judge', changed),
  )
}

function reusableJudgeRun(
  judgeRuns: readonly JudgeRunRecord[],
  { fingerprint }: Fingerprint,
): JudgeRunRecord | undefined {
  return judgeRuns.findLast(
    (run) =>
      run.judgeFingerprint === fingerprint &&
      run.state === 'completed' &&
      run.judgmentId !== undefined &&
      !run.isAltered,
  )
}

interface FoundWork {
  readonly trial: TrialRecord['trial']
  readonly evalRun: EvalRunRecord
  readonly judgeRun: JudgeRunRecord | undefined
  readonly judgmentId: string | undefined
}

function selectedAgain({ trial, evalRun, judgeRun, judgmentId }: FoundWork, reason: string): RecordedTrial {
  const selection = {
    trialId: trial.id,
    evalRunId: evalRun.id,
    ...(judgeRun && { judgeRunId: judgeRun.id }),
    ...(judgmentId !== undefined && { judgmentId }),
  }
  const judgment = judgmentId === undefined ? {} : { judgment: { evalRunId: evalRun.id } }
  const recorded = recordedTrialOf({ trial, evalRun, ...(judgeRun && { judgeRun }), ...judgment })
  return { ...recorded, earlier: { selection, reason } }
}
