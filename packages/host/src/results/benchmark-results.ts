import type { EvidenceView } from '@vitrial/core/evidence'
import type { ObjectStore, StoreReader } from '@vitrial/core/ports'
import type {
  BenchmarkRunRecord,
  EvalRunRecord,
  JudgeCheckRecord,
  JudgeRunRecord,
  RunCost,
  TrialRecord,
} from '@vitrial/core/records'
import { openRecordingReader, type ExpectedRecording } from '../recording/recording-reader.ts'
import { readUnsealed } from '../recording/read-unsealed.ts'
import { everyRow } from './every-row.ts'

/** What a benchmark run has on record, for whoever shows it. */
export interface BenchmarkResults {
  readonly run: BenchmarkRunRecord
  /** The folder that holds all of it, absolute. */
  readonly directory: string
  /** Every trial with what it selects, in the order of the plan. Read page by page. */
  trials(options?: { readonly withRetired?: boolean }): AsyncIterable<TrialRecord>
  /** Every eval run there is, selected or not, by id. Read page by page. */
  evalRuns(): AsyncIterable<EvalRunRecord>
  /** What every run that has ended cost, selected or not. Read page by page. */
  runCosts(): AsyncIterable<RunCost>
  /** The trials that were declared last, by id. */
  declaredTrials(): Promise<readonly string[]>
  /** The gradings of an eval run, or those with a fingerprint, in the order they started. */
  judgeRuns(evalRunId: string, judgeFingerprint?: string): Promise<readonly JudgeRunRecord[]>
  /** The questions put to a judge. */
  checks(judgeRunId: string): Promise<readonly JudgeCheckRecord[]>
  /** When the last thing happened in a recording that was never sealed; undefined if nothing of it is left. */
  lastEventAtMs(evalRun: Pick<EvalRunRecord, 'id' | 'startedAtMs'>): Promise<number | undefined>
  /** A finalized recording. Rejects with a `StoreError` if it is not whole. */
  evidence(evalRunId: string): Promise<EvidenceView>
}

/** A benchmark run that is open, for writing or only for reading. */
export interface OpenRun {
  readonly id: string
  readonly directory: string
  readonly store: StoreReader
  readonly objects: ObjectStore
  recordingDirectory(evalRunId: string): string
  trials(options?: { readonly withRetired?: boolean }): AsyncIterable<TrialRecord>
}

/** The results of an open run; undefined if its row is gone. */
export async function resultsOf(run: OpenRun): Promise<BenchmarkResults | undefined> {
  const record = await run.store.readBenchmarkRun(run.id)
  return (
    record && {
      run: record,
      directory: run.directory,
      trials: (options) => run.trials(options),
      evalRuns: () => everyRow((page) => run.store.readEvalRuns(run.id, page)),
      runCosts: () => everyRow((page) => run.store.readRunCosts(run.id, page)),
      declaredTrials: async () => (await run.store.readDeclaration(run.id)).trials.map(({ id }) => id),
      judgeRuns: (evalRunId, judgeFingerprint) => run.store.readJudgeRuns(evalRunId, judgeFingerprint),
      checks: (judgeRunId) => run.store.readChecks(judgeRunId),
      lastEventAtMs: ({ id, startedAtMs }) => lastEventAtMs(run.recordingDirectory(id), startedAtMs),
      evidence: (evalRunId) => evidenceOf(run, evalRunId),
    }
  )
}

async function lastEventAtMs(directory: string, startedAtMs: number): Promise<number | undefined> {
  const unsealed = await readUnsealed(directory).catch(() => undefined)
  const last = unsealed?.events.at(-1)
  return last && startedAtMs + last.atMs
}

/** A finalized recording of a run as evidence. */
export async function evidenceOf(
  run: Pick<OpenRun, 'recordingDirectory' | 'objects' | 'store'>,
  evalRunId: string,
): Promise<EvidenceView> {
  const expected = await expectedRecording(run.store, evalRunId)
  const reader = await openRecordingReader(run.recordingDirectory(evalRunId), run.objects, expected)
  return reader.evidenceView()
}

/** What the row of an eval run says of its recording. */
export async function expectedRecording(
  store: Pick<StoreReader, 'readEvalRun'>,
  evalRunId: string,
): Promise<ExpectedRecording> {
  const evalRun = await store.readEvalRun(evalRunId)
  const evidenceHash = evalRun === undefined || evalRun.state === 'running' ? undefined : evalRun.evidenceHash
  return { evalRunId, evidenceHash }
}
