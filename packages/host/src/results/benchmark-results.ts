import type { BenchmarkRunRecord, EvidenceView, TrialRecord } from '@vitrial/core'
import type { BenchmarkRun } from '../benchmark-run/benchmark-run.ts'
import { openRecordingReader } from '../recording/recording-reader.ts'

/** What a benchmark run has on record, for whoever shows it. */
export interface BenchmarkResults {
  readonly run: BenchmarkRunRecord
  /** The folder that holds all of it, absolute. */
  readonly directory: string
  /** Every trial with what it selects, in the order of the plan. Read page by page. */
  trials(): AsyncIterable<TrialRecord>
  /** A finalized recording. Rejects with a `StoreError` if it is not whole. */
  evidence(evalRunId: string): Promise<EvidenceView>
}

/** The results of a run that this process holds. */
export async function resultsOf(run: BenchmarkRun): Promise<BenchmarkResults | undefined> {
  const record = await run.store.readBenchmarkRun(run.id)
  return (
    record && {
      run: record,
      directory: run.directory,
      trials: () => run.trials(),
      evidence: (evalRunId) => evidenceOf(run, evalRunId),
    }
  )
}

/** A finalized recording of a run as evidence. */
export async function evidenceOf(run: BenchmarkRun, evalRunId: string): Promise<EvidenceView> {
  const reader = await openRecordingReader(run.recordingDirectory(evalRunId), run.objects)
  return reader.evidenceView()
}
