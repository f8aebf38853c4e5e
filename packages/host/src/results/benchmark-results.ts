import type { BenchmarkRunRecord, EvidenceView, ObjectStore, StoreReader, TrialRecord } from '@vitrial/core'
import { openRecordingReader } from '../recording/recording-reader.ts'

/** What a benchmark run has on record, for whoever shows it. */
export interface BenchmarkResults {
  readonly run: BenchmarkRunRecord
  /** The folder that holds all of it, absolute. */
  readonly directory: string
  /** Every trial with what it selects, in the order of the plan. Read page by page. */
  trials(options?: { readonly withRetired?: boolean }): AsyncIterable<TrialRecord>
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
      evidence: (evalRunId) => evidenceOf(run, evalRunId),
    }
  )
}

/** A finalized recording of a run as evidence. */
export async function evidenceOf(
  run: Pick<OpenRun, 'recordingDirectory' | 'objects'>,
  evalRunId: string,
): Promise<EvidenceView> {
  const reader = await openRecordingReader(run.recordingDirectory(evalRunId), run.objects)
  return reader.evidenceView()
}
