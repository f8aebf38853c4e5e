import type { InputsToday } from '@vitrial/core/inputs'
import {
  recordedTrialOf,
  reusableEvalRun,
  soughtWork,
  withEarlierEvalRun,
  withEarlierJudgeRun,
  type RecordedTrial,
} from '@vitrial/core/plan'
import type { TrialRecord } from '@vitrial/core/records'
import type { PlanRecords } from '../results/plan-records.ts'

/**
 * What of a trial's work a plan goes by: what the trial selects, or the earlier work that fits the current inputs
 * better. Looks for that only where an input changed.
 */
export async function fittingWork(
  record: TrialRecord,
  current: InputsToday,
  records: Pick<PlanRecords, 'attempts' | 'judgeRuns'>,
): Promise<RecordedTrial> {
  const { trial, evalRun } = record
  if (evalRun === undefined) return recordedTrialOf(record)
  const today = { record: { ...record, evalRun }, ...current }
  const sought = soughtWork(today)
  if (sought === 'eval run') {
    const { fingerprint: candidateFingerprint } = current.candidate
    const found = reusableEvalRun(await records.attempts({ trialId: trial.id, candidateFingerprint }))
    if (found) return withEarlierEvalRun(today, found, await records.judgeRuns(found.id))
  }
  if (sought === 'judge run') {
    const judgeRuns = await records.judgeRuns(evalRun.id, current.judge?.fingerprint)
    const found = withEarlierJudgeRun(today, judgeRuns)
    if (found) return found
  }
  return recordedTrialOf(record)
}
