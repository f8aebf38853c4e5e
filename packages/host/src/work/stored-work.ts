import type { ErrorRecord } from '@vitrial/core/errors'
import { earlierFailure, errorOfRun, type JudgingSummary, type RunSummary } from '@vitrial/core/outcome'
import {
  tryAgainCommand,
  type BenchmarkArguments,
  type PlanItem,
  type TryAgainCommand,
} from '@vitrial/core/plan'
import type { TrialRecord } from '@vitrial/core/records'
import { evalRunStateRules } from '@vitrial/core/states'
import { storedJudging, storedRun } from './stored-trial.ts'

/** What an earlier invocation left of a trial. */
export interface StoredWork {
  readonly run?: RunSummary | undefined
  readonly judging?: JudgingSummary | undefined
}

export interface StoredWorkOptions {
  readonly recordingDirectory: (evalRunId: string) => string
  /** For the command that tries a failure again. */
  readonly commandArguments: BenchmarkArguments
}

/** What an earlier invocation left of a trial that the plan does not do again. */
export async function storedWork(
  item: PlanItem | undefined,
  record: TrialRecord | undefined,
  options: StoredWorkOptions,
): Promise<StoredWork> {
  if (item === undefined || record === undefined) return {}
  const action = item.deferredAction ?? item.action
  if (action === 'run') return {}
  const run = await storedRun(record, options.recordingDirectory)
  if (action === 'judge') return { run }
  const earlier = { run, judging: storedJudging(record) }
  return action === 'failed' ? withAdvice(earlier, record, options.commandArguments) : earlier
}

/** Makes the half that failed say when that was, and what tries it again. */
function withAdvice(
  { run, judging }: StoredWork,
  { trial, evalRun, judgeRun }: TrialRecord,
  commandArguments: BenchmarkArguments,
): StoredWork {
  const failure = (command: TryAgainCommand, error: ErrorRecord, endedAtMs: number): ErrorRecord =>
    earlierFailure({ error, endedAtMs, tryAgain: tryAgainCommand({ command, ...trial, commandArguments }) })
  if (run && evalRun && evalRun.state !== 'running' && !evalRunStateRules[run.state].judgeable) {
    return { run: { ...run, error: failure('retry', errorOfRun(run), evalRun.completedAtMs) }, judging }
  }
  if (judging?.status === 'failed' && judgeRun && judgeRun.state !== 'running') {
    return { run, judging: { ...judging, error: failure('rejudge', judging.error, judgeRun.completedAtMs) } }
  }
  return { run, judging }
}
