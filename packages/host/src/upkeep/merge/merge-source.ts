import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { BenchmarkError, StoreError } from '@vitrial/core/errors'
import type { StoreReader } from '@vitrial/core/ports'
import type { BenchmarkRunRecord, TrialRecord } from '@vitrial/core/records'
import type { ResultsParts } from '../../parts/host-parts.ts'
import { everyRow } from '../../results/every-row.ts'
import { runDirectoryOf, type OpenedResults } from '../../results/open-run-results.ts'
import type { AbandonedRecordings } from '../../results/end-open-runs.ts'
import { isRunAlive } from '../../results/is-run-alive.ts'
import { databaseFile, recordingDirectory } from '../../results/folder/results-directory.ts'

/** A benchmark run that is merged into another. Only read. */
export interface MergeSource extends AbandonedRecordings, AsyncDisposable {
  /** Its folder's name. */
  readonly name: string
  readonly directory: string
  readonly record: BenchmarkRunRecord
  readonly store: StoreReader
  readonly results: Pick<OpenedResults, 'trials' | 'evalRuns'>
  /** A trial with what it selects, retired or not. */
  trial(trialId: string): Promise<TrialRecord>
}

/**
 * Opens a run to be merged.
 *
 * @param run a folder, or the name of a run in `root`.
 * @throws {BenchmarkError} `VITRIAL_RUN_UNKNOWN`, or `VITRIAL_MERGE_REFUSED` while a process that lives is at work on it.
 */
export async function openMergeSource(root: string, run: string, parts: ResultsParts): Promise<MergeSource> {
  const directory = existsSync(databaseFile(resolve(run))) ? resolve(run) : await runDirectoryOf(root, run)
  const store = await parts.readStore(databaseFile(directory))
  try {
    const record = await store.readLatestBenchmarkRun()
    if (record === undefined) throw emptyRun(directory)
    if (isRunAlive(record, parts)) throw atWork(directory, record)
    return {
      name: basename(directory),
      directory,
      record,
      store,
      objects: parts.openObjects(join(directory, 'objects')),
      recordingDirectory: (evalRunId) => recordingDirectory(directory, evalRunId),
      lastSeenMs: record.updatedAtMs,
      results: {
        trials: () => everyRow((options) => store.readTrials(record.id, options)),
        evalRuns: () => everyRow((options) => store.readEvalRuns(record.id, options)),
      },
      async trial(trialId) {
        const found = await store.readTrial(record.id, trialId)
        if (found === undefined) throw lostTrial(directory, trialId)
        return found
      },
      [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
    }
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

function emptyRun(directory: string): BenchmarkError {
  return new BenchmarkError(
    'VITRIAL_RUN_UNKNOWN',
    `${directory} holds no benchmark run: its database is empty.`,
  )
}

function atWork(directory: string, { owner }: BenchmarkRunRecord): BenchmarkError {
  const [machine] = owner.machine.split('/')
  return new BenchmarkError(
    'VITRIAL_MERGE_REFUSED',
    `Process ${owner.pid} on ${machine} is still at work on ${directory}. Wait until it has ended, then merge.`,
  )
}

function lostTrial(directory: string, trialId: string): StoreError {
  return new StoreError(
    'VITRIAL_STORE_DAMAGED',
    `${directory} has a run of trial ${trialId}, but no such trial.`,
  )
}
