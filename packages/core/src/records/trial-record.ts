import type { Judgment } from '../judging/judgment.ts'
import type { Trial } from '../trial/trial.ts'
import type { EvalRunRecord } from './eval-run-record.ts'
import type { JudgeRunRecord } from './judge-run-record.ts'

/** A trial with what it selects. */
export interface TrialRecord {
  readonly trial: Trial
  readonly evalRun?: EvalRunRecord
  /** The judge run that speaks for it: the last that was started over the selected eval run, or selected with it. */
  readonly judgeRun?: JudgeRunRecord
  readonly judgment?: Judgment
  /**
   * What of it is not what was written: its eval run, or only what was made of that. It counts for nothing until it is
   * restored or done anew.
   */
  readonly altered?: 'run' | 'judgment'
}
