import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { errorMessage, StoreError } from '@vitrial/core/errors'
import type { ObjectSweep, StoreReader, SweptObjects } from '@vitrial/core/ports'
import { isRunAlive } from '../results/is-run-alive.ts'
import { keepHold } from '../results/folder/kept-hold.ts'
import {
  databaseFile,
  prepareResultsRoot,
  recordingDirectory,
  resultsRoot,
  runDirectories,
} from '../results/folder/results-directory.ts'
import type { ResultsParts } from '../parts/host-parts.ts'
import { recordingFiles } from '../recording/recording-files.ts'
import { findBenchmarkFile } from '../benchmark/load/find-benchmark-file.ts'
import { shownPath } from '../benchmark/shown-path.ts'
import { readManifest } from '../recording/recording-reader.ts'
import { referencedObjects } from '../recording/referenced-objects.ts'
import { everyRow } from '../results/every-row.ts'

/** A store that is read, and objects that can be swept. */
export interface GarbageParts extends ResultsParts {
  /** Finds, and removes if told to, what nothing in an objects folder refers to. */
  sweepObjects(folder: string, sweep: ObjectSweep): Promise<SweptObjects>
}

export interface CollectRunGarbage {
  /** The benchmark's folder. */
  readonly directory: string
  readonly parts: GarbageParts
  /** Only counts if false. @default false */
  readonly isDeleting?: boolean
  readonly signal?: AbortSignal | undefined
}

/** What a run's folder holds that nothing refers to. */
export interface RunGarbage extends SweptObjects {
  /** The run's folder, by name. */
  readonly run: string
  /** A process is at work on it: nothing was looked at. */
  readonly isAtWork: boolean
}

/**
 * Finds the objects of every benchmark run that no recording refers to, and what was left half written; removes
 * them if told to. Nothing is removed where a recording is missing or cannot be read: nobody can tell what that
 * refers to.
 *
 * @throws {BenchmarkError} `VITRIAL_RESULTS_HELD`, or `VITRIAL_BENCHMARK_MISSING` for a folder that is no benchmark's.
 * @throws {StoreError} naming what cannot be read.
 */
export async function collectRunGarbage(options: CollectRunGarbage): Promise<readonly RunGarbage[]> {
  const { parts, isDeleting = false, signal } = options
  const directory = resolve(options.directory)
  const directories = await runDirectories(resultsRoot(directory))
  if (directories.length === 0) {
    await findBenchmarkFile(directory, (path) => shownPath(path, process.cwd()))
    return []
  }
  await using _hold = await keepHold(await prepareResultsRoot(directory), parts)
  const found: RunGarbage[] = []
  for (const runDirectory of directories) {
    signal?.throwIfAborted()
    const run = basename(runDirectory)
    await using store = await parts.readStore(databaseFile(runDirectory))
    const record = await store.readLatestBenchmarkRun()
    // Shards hold no results, so each run is asked for itself.
    if (record !== undefined && isRunAlive(record, parts)) {
      found.push({ run, isAtWork: true, objects: 0, temporary: 0, sizeBytes: 0 })
      continue
    }
    if (record) await checkRecordings(runDirectory, store, record.id)
    const referenced = await allReferenced(runDirectory, parts, signal)
    const sweep = { isReferenced: (hash: string) => referenced.has(hash), isDeleting }
    found.push({ run, isAtWork: false, ...(await parts.sweepObjects(join(runDirectory, 'objects'), sweep)) })
  }
  return found
}

/**
 * Checks that every eval run with evidence still has its recording.
 *
 * @throws {StoreError} `VITRIAL_RECORDING_INCOMPLETE` naming the first that has not.
 */
async function checkRecordings(
  runDirectory: string,
  store: StoreReader,
  benchmarkRunId: string,
): Promise<void> {
  const missing: string[] = []
  for await (const evalRun of everyRow((page) => store.readEvalRuns(benchmarkRunId, page))) {
    if (evalRun.state === 'running' || evalRun.evidenceHash === undefined) continue
    const manifest = join(recordingDirectory(runDirectory, evalRun.id), recordingFiles.manifest)
    if (!existsSync(manifest)) missing.push(evalRun.id)
  }
  const [first] = missing
  if (first === undefined) return
  const others = missing.length === 1 ? '' : `, and ${missing.length - 1} more are`
  throw new StoreError(
    'VITRIAL_RECORDING_INCOMPLETE',
    `The recording of eval run ${first} is missing from ${join(runDirectory, 'recordings')}${others}: nobody can ` +
      'tell which objects it needs, so nothing of this run is removed. Restore it from a copy.',
  )
}

/** What the recordings that are there refer to, those that no row knows of included. */
async function allReferenced(
  runDirectory: string,
  parts: ResultsParts,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const objects = parts.openObjects(join(runDirectory, 'objects'))
  const recordings = join(runDirectory, 'recordings')
  const referenced = new Set<string>()
  for (const evalRunId of await namesIn(recordings)) {
    signal?.throwIfAborted()
    const manifest = await manifestOf(join(recordings, evalRunId))
    if (manifest === undefined) continue
    for (const hash of await referencedObjects(manifest, objects)) referenced.add(hash)
  }
  return referenced
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return []
    throw new StoreError('VITRIAL_STORE_READ', `Could not read ${folder}: ${errorMessage(cause)}.`, { cause })
  }
}

/** Undefined for a recording that was never sealed: it refers to nothing, and what it put is put again. */
async function manifestOf(directory: string) {
  try {
    return await readManifest(directory)
  } catch (error) {
    const isUnsealed = error instanceof StoreError && error.code === 'VITRIAL_RECORDING_INCOMPLETE'
    if (isUnsealed && !(await readdir(directory)).includes('manifest.json')) return undefined
    throw error
  }
}
