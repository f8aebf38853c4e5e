import { basename, join, resolve } from 'node:path'
import { BenchmarkError, suggestionFor } from '@vitrial/core/errors'
import type { Judgment } from '@vitrial/core/judging'
import type { EvalRunRecord } from '@vitrial/core/records'
import { currentRunDirectory } from './folder/current-run.ts'
import {
  databaseFile,
  recordingDirectory,
  resultsMissing,
  resultsRoot,
  runDirectories,
  runMissing,
} from './folder/results-directory.ts'
import type { HostParts } from '../parts/host-parts.ts'
import { resultsOf, type BenchmarkResults, type OpenRun } from './benchmark-results.ts'
import { planRecordsOf, type PlanRecords } from './plan-records.ts'
import { everyRow } from './every-row.ts'

/** A benchmark run open for reading, while another process may be at work on it. */
export interface OpenedResults
  extends
    BenchmarkResults,
    Pick<PlanRecords, 'runCosts' | 'attempts' | 'judgeRuns' | 'initialWorkspace'>,
    AsyncDisposable {
  /** Every eval run there is, selected or not, by id. Read page by page. */
  evalRuns(): AsyncIterable<EvalRunRecord>
  judgment(judgmentId: string): Promise<Judgment | undefined>
}

export interface OpenRunResultsOptions {
  /** The benchmark's folder. */
  readonly directory: string
  /** The run's folder, by name. @default the current run */
  readonly run?: string | undefined
  readonly parts: Pick<HostParts, 'readStore' | 'openObjects'>
}

/**
 * Opens the results of a benchmark for reading. Writes nothing and waits for nobody.
 *
 * @throws {BenchmarkError} `VITRIAL_RESULTS_MISSING` if there is no run, `VITRIAL_RUN_UNKNOWN` for a name that is none,
 * `VITRIAL_CURRENT_RUN_UNKNOWN` if which is the current one has been lost.
 * @throws {StoreError} if its database is damaged or of a newer Vitrial.
 */
export async function openRunResults(options: OpenRunResultsOptions): Promise<OpenedResults> {
  const { directory, run } = options
  const root = resultsRoot(resolve(directory))
  const runDirectory = run === undefined ? await currentRunDirectory(root) : await runDirectoryOf(root, run)
  if (runDirectory === undefined) throw await resultsMissing(resolve(directory))
  return await openRun(runDirectory, options.parts)
}

/** The current run of a benchmark for reading; undefined if there is none. */
export async function openCurrentResults({
  directory,
  parts,
}: Omit<OpenRunResultsOptions, 'run'>): Promise<OpenedResults | undefined> {
  const runDirectory = await currentRunDirectory(resultsRoot(resolve(directory)))
  return runDirectory === undefined ? undefined : await openRun(runDirectory, parts)
}

/** The folder of a run by its name. */
export async function runDirectoryOf(root: string, run: string): Promise<string> {
  const directories = await runDirectories(root)
  const found = directories.find((directory) => basename(directory) === run)
  if (found !== undefined) return found
  const names = directories.map((directory) => basename(directory))
  throw new BenchmarkError(
    'VITRIAL_RUN_UNKNOWN',
    `There is no benchmark run "${run}" in ${root}. ${suggestionFor(run, names)}`,
  )
}

async function openRun(directory: string, parts: OpenRunResultsOptions['parts']): Promise<OpenedResults> {
  const store = await parts.readStore(databaseFile(directory))
  try {
    const record = await store.readLatestBenchmarkRun()
    if (record === undefined) throw runMissing(directory)
    const run = {
      id: record.id,
      directory,
      store,
      objects: parts.openObjects(join(directory, 'objects')),
      recordingDirectory: (evalRunId: string) => recordingDirectory(directory, evalRunId),
      trials: (which?: { readonly withRetired?: boolean }) =>
        everyRow((page) => store.readTrials(record.id, { ...page, ...which })),
    }
    const results = await resultsOf(run)
    if (results === undefined) throw runMissing(directory)
    return openedResults(results, run)
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

function openedResults(results: BenchmarkResults, run: OpenRun): OpenedResults {
  const { store } = run
  return {
    ...planRecordsOf(run),
    ...results,
    judgment: (judgmentId) => store.readJudgment(judgmentId),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
