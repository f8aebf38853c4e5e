import type { AttemptsQuery } from '@vitrial/core/ports'
import type { Snapshot } from '@vitrial/core/recording'
import type { EvalRunRecord, JudgeRunRecord, RunCost, TrialRecord } from '@vitrial/core/records'
import { readManifest } from '../recording/recording-reader.ts'
import { readSnapshot } from '../workspace/snapshot/read-snapshot.ts'
import { expectedRecording, type OpenRun } from './benchmark-results.ts'
import { everyRow } from './every-row.ts'

/** What is on record of a benchmark run, as far as a plan reads it. */
export interface PlanRecords {
  /** Every trial with what it selects, in the order they were declared. */
  trials(options: { readonly withRetired: true }): AsyncIterable<TrialRecord>
  /** What every run that has ended cost, selected or not. */
  runCosts(): AsyncIterable<RunCost>
  /** The eval runs of a trial whose candidate had a fingerprint, the latest attempt first. */
  attempts(query: AttemptsQuery): Promise<readonly EvalRunRecord[]>
  /** The gradings of an eval run, or those with a fingerprint, in the order they started. */
  judgeRuns(evalRunId: string, judgeFingerprint?: string): Promise<readonly JudgeRunRecord[]>
  /**
   * The files that a finished eval run began with; undefined if they could not be read then.
   *
   * @throws {StoreError} if its recording is not whole.
   */
  initialWorkspace(evalRunId: string): Promise<Snapshot | undefined>
}

/** The records of a benchmark run that is open. */
export function planRecordsOf(run: OpenRun): PlanRecords {
  const { id, store, objects } = run
  return {
    trials: (options) => run.trials(options),
    runCosts: () => everyRow((page) => store.readRunCosts(id, page)),
    attempts: (query) => store.readAttempts(id, query),
    judgeRuns: (evalRunId, judgeFingerprint) => store.readJudgeRuns(evalRunId, judgeFingerprint),
    async initialWorkspace(evalRunId) {
      const { initial } = await readManifest(
        run.recordingDirectory(evalRunId),
        await expectedRecording(store, evalRunId),
      )
      return initial === undefined ? undefined : await readSnapshot(objects, initial)
    },
  }
}
