import { join } from 'node:path'
import type { ObjectStore, Store } from '@vitrial/core/ports'
import type { Declaration, RunCost, Selection, TrialRecord } from '@vitrial/core/records'
import { withoutSecrets } from '@vitrial/core/settings'
import type { BenchmarkRunState } from '@vitrial/core/states'
import type { Trial } from '@vitrial/core/trial'
import type { ResultsParts } from '../parts/host-parts.ts'
import type { LoadedBenchmark } from '../benchmark/loaded-benchmark.ts'
import { endOpenRuns } from './end-open-runs.ts'
import { currentRunDirectory, pointCurrentAt } from './folder/current-run.ts'
import {
  databaseFile,
  judgeRunDirectory,
  makeRunDirectory,
  recordingDirectory,
  prepareResultsRoot,
  resultsMissing,
  runDirectoryName,
  runMissing,
} from './folder/results-directory.ts'
import type { MarkOutdated } from './mark-outdated.ts'
import { everyRow } from './every-row.ts'
import { holdResults, type ResultsHold } from './folder/results-hold.ts'
import type { Shard } from './folder/shard.ts'

const heartbeatMs = 5_000

/** The parts that a benchmark run is kept with. */
export type BenchmarkRunParts = Omit<ResultsParts, 'readStore'>

export interface OpenBenchmarkRun {
  readonly parts: BenchmarkRunParts
  readonly benchmark: LoadedBenchmark
  /** Starts a new run instead of resuming the current one. */
  readonly isNewRun?: boolean
  /** Resumes the current run only, and starts none. */
  readonly isExisting?: boolean
  /** What is started carries its id. */
  readonly invocationId: string
  /** One part of several: a run of its own beside the current one, which stays the current one. */
  readonly shard?: Shard | undefined
}

/** The retained aggregate of one benchmark while this process holds it. */
export class BenchmarkRun implements AsyncDisposable {
  readonly id: string
  readonly directory: string
  readonly store: Store
  readonly objects: ObjectStore
  readonly invocationId: string
  readonly #parts: BenchmarkRunParts
  readonly #hold: ResultsHold | undefined
  readonly #heartbeat: NodeJS.Timeout
  #pointsAt: string | undefined
  #becomesCurrent: Promise<void> | undefined
  #outcome: Exclude<BenchmarkRunState, 'running'> = 'incomplete'

  private constructor({ parts, invocationId }: OpenBenchmarkRun, { hold, run, pointsAt }: OpenedRun) {
    this.invocationId = invocationId
    this.#pointsAt = pointsAt
    this.id = run.id
    this.directory = run.directory
    this.store = run.store
    this.objects = parts.openObjects(join(run.directory, 'objects'))
    this.#parts = parts
    this.#hold = hold
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs)
    this.#heartbeat.unref()
  }

  /**
   * Resumes the current run of a benchmark, or starts one.
   *
   * @throws {BenchmarkError} `VITRIAL_RESULTS_HELD` while another process that lives is at work on it;
   * `VITRIAL_RESULTS_MISSING` if there is none and none may be started; `VITRIAL_CURRENT_RUN_UNKNOWN` if which of several
   * it is has been lost.
   * @throws {StoreError} if its results cannot be read; nothing is overwritten then.
   */
  static async open(options: OpenBenchmarkRun): Promise<BenchmarkRun> {
    const { parts, benchmark, isNewRun = false, isExisting = false, shard } = options
    const root = await prepareResultsRoot(benchmark.directory)
    const hold = shard ? undefined : await holdResults(root, parts)
    try {
      const current = isNewRun ? undefined : await currentRunDirectory(root)
      const resumed = current === undefined ? undefined : await resumeRun(options, current)
      if (isExisting && !resumed) throw await resultsMissing(benchmark.directory)
      const run = resumed ?? (await startRun(options, root))
      // One that is new becomes it with the first work: an invocation that defers all of it must not hide the results.
      const pointsAt = shard || resumed ? undefined : root
      return new BenchmarkRun(options, { hold, run, pointsAt })
    } catch (error) {
      await hold?.[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Names it in `results/current`, unless it is there. To be done before there is any work of it to be lost. */
  async becomeCurrent(): Promise<void> {
    if (this.#pointsAt === undefined) return
    this.#becomesCurrent ??= pointCurrentAt(this.#pointsAt, this.directory)
    try {
      await this.#becomesCurrent
      this.#pointsAt = undefined
    } catch (error) {
      // Whoever comes next tries again.
      this.#becomesCurrent = undefined
      throw error
    }
  }

  recordingDirectory(evalRunId: string): string {
    return recordingDirectory(this.directory, evalRunId)
  }

  judgeRunDirectory(judgeRunId: string): string {
    return judgeRunDirectory(this.directory, judgeRunId)
  }

  /** Makes a row for each trial that has none yet; trials of earlier declarations keep theirs. */
  async declare(declaration: Declaration): Promise<void> {
    await this.store.declare(this.id, declaration)
  }

  /** Has trials select earlier work of theirs again. */
  async select(selections: readonly Selection[]): Promise<void> {
    if (selections.length > 0) await this.store.select(this.id, selections)
  }

  /** Every trial that has a row and is not retired, page by page, in the order they were declared. */
  trials(options: { readonly withRetired?: boolean } = {}): AsyncGenerator<TrialRecord> {
    return everyRow((page) => this.store.readTrials(this.id, { ...page, ...options }))
  }

  /** What every run that has ended cost, page by page. */
  runCosts(): AsyncGenerator<RunCost> {
    return everyRow((page) => this.store.readRunCosts(this.id, page))
  }

  /** Whether each of these trials has a judgment that counts. */
  async isEveryTrialJudged(trials: Iterable<Trial>, markOutdated: MarkOutdated): Promise<boolean> {
    const open = new Set([...trials].map(({ id }) => id))
    for await (const record of this.trials()) {
      const { trial, judgeRun, judgment, outdated, altered } = markOutdated(record)
      const isWhole = outdated === undefined && altered === undefined
      if (judgment && judgeRun?.state === 'completed' && isWhole) open.delete(trial.id)
    }
    return open.size === 0
  }

  /** Says how the run ends when it is disposed; `incomplete` if never called. */
  conclude(outcome: Exclude<BenchmarkRunState, 'running'>): void {
    this.#outcome = outcome
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#heartbeat)
    await using _hold = this.#hold
    await using store = this.store
    await store.finishBenchmarkRun(this.id, this.#outcome, this.#parts.clock.now())
  }

  #beat(): void {
    // A missed heartbeat shows as a stale `updatedAt`; the write that matters reports its own failure.
    this.store.touchBenchmarkRun(this.id, this.#parts.clock.now()).catch(() => undefined)
    this.#hold?.renew().catch(() => undefined)
  }
}

interface OpenedRun {
  readonly hold: ResultsHold | undefined
  readonly run: RunFolder
  /** The results folder whose `current` is to name it; undefined if it does, or never will. */
  readonly pointsAt: string | undefined
}

interface RunFolder {
  readonly id: string
  readonly directory: string
  readonly store: Store
}

/** Makes the run's folder and its database. */
async function startRun(options: OpenBenchmarkRun, root: string): Promise<RunFolder> {
  const { parts, benchmark, shard, invocationId } = options
  const id = parts.ids.next()
  const now = parts.clock.now()
  const directory = join(root, runDirectoryName(now, id, shard))
  await makeRunDirectory(directory)
  const store = await parts.openStore(databaseFile(directory))
  try {
    await store.startBenchmarkRun({
      id,
      name: benchmark.name,
      startedAtMs: now,
      updatedAtMs: now,
      owner: parts.owner,
      invocationId,
      definition: withoutSecrets(benchmark.settings),
    })
    return { id, directory, store }
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}

/** Takes an earlier run up again. Called under the hold: its owner is gone. */
async function resumeRun(options: OpenBenchmarkRun, directory: string): Promise<RunFolder> {
  const { parts, benchmark, invocationId } = options
  const store = await parts.openStore(databaseFile(directory))
  try {
    const run = await store.readLatestBenchmarkRun()
    if (run === undefined) throw runMissing(directory)
    const { id, updatedAtMs } = run
    const now = parts.clock.now()
    await endOpenRuns({
      id,
      store,
      objects: parts.openObjects(join(directory, 'objects')),
      recordingDirectory: (evalRunId) => recordingDirectory(directory, evalRunId),
      lastSeenMs: Math.min(now, updatedAtMs),
    })
    const definition = withoutSecrets(benchmark.settings)
    await store.resumeBenchmarkRun(id, { owner: parts.owner, definition, invocationId, atMs: now })
    return { id, directory, store }
  } catch (error) {
    await store[Symbol.asyncDispose]()
    throw error
  }
}
