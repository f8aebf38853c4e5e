import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { StoreError } from '@vitrial/core/errors'
import type { ObjectStore, StoreReader } from '@vitrial/core/ports'
import type { Manifest } from '@vitrial/core/recording'
import type { EvalRunRecord, JudgeRunRecord } from '@vitrial/core/records'
import type { RunDifference, VerifyReport } from '@vitrial/core/reports'
import {
  databaseFile,
  judgeRunDirectory,
  recordingDirectory,
  resultsMissing,
  resultsRoot,
  runMissing,
} from '../results/folder/results-directory.ts'
import { currentRunDirectory } from '../results/folder/current-run.ts'
import type { HostParts } from '../parts/host-parts.ts'
import { readManifest, verifyFile } from '../recording/recording-reader.ts'
import { readSnapshot } from '../workspace/snapshot/read-snapshot.ts'
import { everyRow } from '../results/every-row.ts'
import { runDirectoryOf } from '../results/open-run-results.ts'

export interface VerifyBenchmarkRun {
  /** The benchmark's folder. */
  readonly directory: string
  /** The run's folder, by name or as a path. @default the current run */
  readonly run?: string | undefined
  readonly parts: Pick<HostParts, 'readStore' | 'openObjects'>
  readonly signal?: AbortSignal | undefined
}

/**
 * Recomputes every hash of a benchmark run: of rows, recordings, their objects, and what is kept of judge runs. Reads
 * only, file by file in pieces, while a process may be at work on the run.
 *
 * @throws {BenchmarkError} `VITRIAL_RESULTS_MISSING` or `VITRIAL_RUN_UNKNOWN`.
 * @throws {StoreError} if its database cannot be read at all.
 */
export async function verifyBenchmarkRun({
  directory,
  run,
  parts,
  signal,
}: VerifyBenchmarkRun): Promise<VerifyReport> {
  const runDirectory = await directoryOf(resolve(directory), run)
  await using store = await parts.readStore(databaseFile(runDirectory))
  const record = await store.readLatestBenchmarkRun()
  if (record === undefined) throw runMissing(runDirectory)
  const objects = parts.openObjects(join(runDirectory, 'objects'))
  return await verifyOpenRun({ id: record.id, directory: runDirectory, store, objects, signal })
}

async function directoryOf(directory: string, run: string | undefined): Promise<string> {
  const root = resultsRoot(directory)
  if (run !== undefined) {
    return existsSync(databaseFile(resolve(run))) ? resolve(run) : await runDirectoryOf(root, run)
  }
  const current = await currentRunDirectory(root)
  if (current === undefined) throw await resultsMissing(directory)
  return current
}

/** A benchmark run that is open, and to be verified. */
export interface RunToVerify {
  readonly id: string
  readonly directory: string
  readonly store: StoreReader
  readonly objects: ObjectStore
  readonly signal?: AbortSignal | undefined
}

/** {@link verifyBenchmarkRun} of a run that is open already. */
export async function verifyOpenRun(run: RunToVerify): Promise<VerifyReport> {
  return await new Verification(run).report()
}

const fromCopy = 'Restore it from a copy.'
const anew = `Restore vitrial.db from a copy, or do it anew: npx vitrial retry or rejudge.`

class Verification {
  readonly #run: RunToVerify
  readonly #checked = { evalRuns: 0, judgeRuns: 0, files: 0, objects: 0 }
  readonly #differences: RunDifference[] = []
  /** Each object is read once, however many recordings refer to it. */
  readonly #objects = new Map<string, 'whole' | 'differs'>()

  constructor(run: RunToVerify) {
    this.#run = run
  }

  async report(): Promise<VerifyReport> {
    const { directory, store, id } = this.#run
    const evalRuns = new Set<string>()
    const judgeRuns = new Set<string>()
    await this.#verifyRows()
    for await (const evalRun of everyRow((page) => store.readEvalRuns(id, page))) {
      evalRuns.add(evalRun.id)
      this.#checked.evalRuns += 1
      await this.#verifyRecording(evalRun)
      for (const judgeRun of await store.readJudgeRuns(evalRun.id)) {
        judgeRuns.add(judgeRun.id)
        this.#checked.judgeRuns += 1
        await this.#verifyJudgeRun(judgeRun)
      }
    }
    await this.#findUnknown('recordings', evalRuns)
    await this.#findUnknown('judge-runs', judgeRuns)
    return { run: basename(directory), checked: this.#checked, differences: this.#differences }
  }

  async #verifyRows(): Promise<void> {
    const { store, id, signal } = this.#run
    let after: string | undefined
    do {
      signal?.throwIfAborted()
      const page = await store.readRowFaults(id, { limit: 100, ...(after !== undefined && { after }) })
      for (const { table, id: row, detail } of page.rows) {
        const where = `${table} ${row}`.trimEnd()
        this.#differences.push({ where, what: 'changed', detail, advice: anew })
      }
      after = page.next
    } while (after !== undefined)
  }

  async #verifyRecording(evalRun: EvalRunRecord): Promise<void> {
    if (evalRun.state === 'running' || evalRun.evidenceHash === undefined) return
    const directory = recordingDirectory(this.#run.directory, evalRun.id)
    const { id: evalRunId, evidenceHash } = evalRun
    const manifestFile = join(directory, 'manifest.json')
    const manifest = await this.#attempt(manifestFile, async () => {
      this.#checked.files += 1
      return await readManifest(directory, { evalRunId, evidenceHash })
    })
    if (manifest === undefined) return
    for (const file of manifest.files) {
      await this.#attempt(join(directory, file.path), async () => {
        this.#checked.files += 1
        await verifyFile(directory, file)
      })
    }
    await this.#verifyWorkspaces(manifest)
  }

  async #verifyWorkspaces({ initial, final }: Manifest): Promise<void> {
    const { objects } = this.#run
    for (const hash of new Set([initial, final])) {
      if (hash === undefined || this.#objects.has(hash)) continue
      if (!(await this.#verifyObject(hash))) continue
      const snapshot = await this.#attempt(this.#objectFile(hash), () => readSnapshot(objects, hash))
      for (const entry of snapshot?.entries ?? []) {
        if (entry.type === 'file') await this.#verifyObject(entry.hash)
      }
    }
  }

  async #verifyObject(hash: string): Promise<boolean> {
    const known = this.#objects.get(hash)
    if (known !== undefined) return known === 'whole'
    const isWhole = await this.#attempt(this.#objectFile(hash), async () => {
      this.#checked.objects += 1
      for await (const _piece of this.#run.objects.read(hash)) this.#run.signal?.throwIfAborted()
      return true
    })
    this.#objects.set(hash, isWhole ? 'whole' : 'differs')
    return isWhole ?? false
  }

  #objectFile(hash: string): string {
    return join(this.#run.directory, 'objects', hash.slice(0, 2), hash.slice(2))
  }

  async #verifyJudgeRun({ id, ...judgeRun }: JudgeRunRecord): Promise<void> {
    if (judgeRun.state === 'running') return
    const directory = judgeRunDirectory(this.#run.directory, id)
    for (const file of judgeRun.files ?? []) {
      await this.#attempt(join(directory, file.path), async () => {
        this.#checked.files += 1
        await verifyFile(directory, file)
      })
    }
  }

  /** Folders that no row knows of: their rows are gone, or they were brought here. */
  async #findUnknown(name: string, known: ReadonlySet<string>): Promise<void> {
    const { directory, store } = this.#run
    const found = await readdir(join(directory, name), { withFileTypes: true }).catch(() => [])
    for (const entry of found) {
      if (!entry.isDirectory() || known.has(entry.name)) continue
      // One that has started since the rows were read.
      if (name === 'recordings' && (await store.readEvalRun(entry.name))) continue
      if (name === 'judge-runs' && (await this.#isAtWork())) continue
      this.#differences.push({
        where: `${name}/${entry.name}`,
        what: 'unknown',
        detail: 'no row knows of it',
        advice: 'If its rows are gone, restore vitrial.db from a copy.',
      })
    }
  }

  async #isAtWork(): Promise<boolean> {
    return (await this.#run.store.readBenchmarkRun(this.#run.id))?.state === 'running'
  }

  /** What a check comes to; undefined if it found a difference, which is noted then. */
  async #attempt<T>(path: string, check: () => Promise<T>): Promise<T | undefined> {
    this.#run.signal?.throwIfAborted()
    try {
      return await check()
    } catch (thrown) {
      const what = thrown instanceof StoreError ? meaningOf(thrown, path) : undefined
      if (what === undefined) throw thrown
      const where = relative(this.#run.directory, path)
      const advice = what === 'exchanged' ? 'Give each folder the name of its own run again.' : fromCopy
      this.#differences.push({ where, what, detail: detailOf(what), advice })
      return undefined
    }
  }
}

/** Undefined for what says nothing about the file. */
function meaningOf({ code }: StoreError, path: string): RunDifference['what'] | undefined {
  if (code === 'VITRIAL_RECORDING_INCOMPLETE') return existsSync(path) ? 'changed' : 'missing'
  if (code === 'VITRIAL_OBJECT_MISSING') return 'missing'
  if (code === 'VITRIAL_OBJECT_CHANGED') return 'changed'
  return code === 'VITRIAL_RECORDING_EXCHANGED' ? 'exchanged' : undefined
}

function detailOf(what: RunDifference['what']): string {
  switch (what) {
    case 'missing':
      return 'it is not there'
    case 'exchanged':
      return 'it is the recording of another eval run'
    case 'changed':
      return 'its content does not fit its hash'
    case 'unknown':
      return 'no row knows of it'
  }
}
