import type { ErrorRecord } from '../errors/error-record.ts'
import type { Judgment } from '../judging/judgment.ts'
import type { EvalRunRecord } from '../records/eval-run-record.ts'
import type { JudgeRunRecord } from '../records/judge-run-record.ts'
import type { Selection } from '../records/selection.ts'
import type { TrialRecord } from '../records/trial-record.ts'
import { namedArm } from '../trial/model-arm.ts'

/** As much of an eval run or judge run as a plan needs. */
interface RecordedRun<State> {
  readonly state: State
  readonly fingerprint: string
  /** Shared by all runs of the same fingerprint. */
  readonly components: Readonly<Record<string, string>>
  readonly error?: ErrorRecord
}

/** Work on record of a trial that fits the current inputs, and that the trial does not select. */
export interface EarlierWork {
  readonly selection: Selection
  /** As a person understands it: `prompt as before`. */
  readonly reason: string
}

/** A trial as a plan knows it from the record, small enough to hold 100,000 of them. */
export interface RecordedTrial {
  readonly trialId: string
  readonly evalId: string
  readonly model: string
  readonly arm?: string
  /** Absent if it never ran. */
  readonly evalRun?: RecordedRun<EvalRunRecord['state']>
  /** The one that speaks for that eval run. */
  readonly judgeRun?: RecordedRun<JudgeRunRecord['state']>
  readonly isJudged: boolean
  /** What of it is not what was written. */
  readonly altered?: NonNullable<TrialRecord['altered']>
  /** Present if this is not what the trial selects, but what it is to select again. */
  readonly earlier?: EarlierWork
}

/** Of a judgment, what it is about is enough. */
type RecordedRows = Omit<TrialRecord, 'judgment'> & {
  readonly judgment?: Pick<Judgment, 'evalRunId'> | undefined
}

/** Keeps of a trial's rows what a plan needs. */
export function recordedTrialOf({
  trial,
  evalRun,
  judgeRun,
  judgment,
  altered,
}: RecordedRows): RecordedTrial {
  return {
    trialId: trial.id,
    evalId: trial.evalId,
    model: trial.model,
    ...namedArm(trial.arm),
    ...(evalRun && {
      evalRun: {
        state: evalRun.state,
        fingerprint: evalRun.candidateFingerprint,
        components: evalRun.candidateInputs,
        ...(evalRun.state !== 'running' && evalRun.error && { error: evalRun.error }),
      },
    }),
    ...(judgeRun &&
      judgeRun.evalRunId === evalRun?.id && {
        judgeRun: {
          state: judgeRun.state,
          fingerprint: judgeRun.judgeFingerprint,
          components: judgeRun.judgeInputs,
          ...(judgeRun.state !== 'running' && judgeRun.error && { error: judgeRun.error }),
        },
      }),
    isJudged: judgment !== undefined && judgment.evalRunId === evalRun?.id,
    ...(altered && { altered }),
  }
}
