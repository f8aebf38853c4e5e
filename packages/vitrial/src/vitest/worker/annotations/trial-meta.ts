import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import type { Usage } from '@vitrial/core/recording'
import type { EvalRunOutcome, EvalRunState } from '@vitrial/core/states'
import { scriptedPartOf } from './scripted-part-of.ts'

/** What `task.meta.vitrial` says of a trial, for reporters that write JSON. Times in milliseconds. */
export interface TrialMeta {
  readonly trial: string
  readonly evalRun: string
  readonly state: EvalRunState
  readonly outcome?: EvalRunOutcome
  readonly error?: string
  /** By metric; null is undecided. Absent without a judgment. */
  readonly values?: Readonly<Record<string, number | null>>
  /** Null if any metric is undecided. */
  readonly mean?: number | null
  readonly usage: Usage
  readonly durationMs: number
  readonly judge?: {
    readonly status: JudgingSummary['status']
    readonly run?: string
    readonly judgment?: string
    readonly model?: string
    readonly error?: string
    readonly usage?: Usage
    readonly durationMs?: number
  }
  /** Whether candidate, judge or both were played from a script. */
  readonly scripted: boolean
  /** Where the recording lies. */
  readonly recording?: string
}

/** A trial as data. */
export function trialMeta(run: RunSummary, judging: JudgingSummary | undefined): TrialMeta {
  const judgment = judging?.status === 'judged' ? judging.judgment : undefined
  return {
    trial: run.trialId,
    evalRun: run.evalRunId,
    state: run.state,
    ...(run.outcome && { outcome: run.outcome }),
    ...(run.error && { error: run.error.code }),
    ...(judgment && {
      values: Object.fromEntries(judgment.metrics.map(({ id, value }) => [id, value])),
      mean: judgment.mean,
    }),
    usage: run.usage,
    durationMs: run.durationMs,
    ...(judging && { judge: judgeMeta(judging) }),
    scripted: scriptedPartOf(run, judging) !== undefined,
    ...(run.recording !== undefined && { recording: run.recording }),
  }
}

function judgeMeta(judging: JudgingSummary): NonNullable<TrialMeta['judge']> {
  const { status } = judging
  if (judging.status === 'not_judgeable') return { status }
  const { judgeRunId, usage } = judging
  return {
    status,
    ...(judgeRunId !== undefined && { run: judgeRunId }),
    ...(judging.status === 'judged'
      ? {
          judgment: judging.judgment.id,
          model: judging.judgeModel,
          ...(judging.durationMs !== undefined && { durationMs: judging.durationMs }),
        }
      : { error: judging.error.code }),
    ...(usage && { usage }),
  }
}
