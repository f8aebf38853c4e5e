import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { BenchmarkRunState, ObjectStore, Store, Trial, TrialRecord } from '@vitrial/core'
import type { HostParts } from '../host-parts.ts'
import type { LoadedBenchmark } from '../load-benchmark/loaded-benchmark.ts'
import type { Shard } from './shard.ts'
import { pointCurrentAt, prepareResultsRoot, runDirectoryName } from './results-directory.ts'

const heartbeatMs = 5_000

export interface BenchmarkRunStart {
  readonly parts: HostParts
  readonly benchmark: LoadedBenchmark
  readonly trials: readonly Trial[]
  readonly shard?: Shard | undefined
}

/** The retained aggregate of one benchmark while this process holds it. */
export class BenchmarkRun implements AsyncDisposable {
  readonly id: string
  readonly directory: string
  readonly store: Store
  readonly objects: ObjectStore
  readonly #parts: HostParts
  readonly #heartbeat: NodeJS.Timeout
  #outcome: Exclude<BenchmarkRunState, 'running'> = 'incomplete'

  private constructor(parts: HostParts, id: string, directory: string, store: Store) {
    this.id = id
    this.directory = directory
    this.store = store
    this.objects = parts.openObjects(join(directory, 'objects'))
    this.#parts = parts
    this.#heartbeat = setInterval(() => {
      // A missed heartbeat shows as a stale `updatedAt`; the write that matters reports its own failure.
      store.touchBenchmarkRun(id, parts.clock.now()).catch(() => undefined)
    }, heartbeatMs)
    this.#heartbeat.unref()
  }

  /**
   * Makes the run's folder, its database and one row for each trial. It becomes the current run, unless it
   * is only a shard: that is a run of its own, to be merged with the others.
   */
  static async start({ parts, benchmark, trials, shard }: BenchmarkRunStart): Promise<BenchmarkRun> {
    const { clock, ids } = parts
    const root = await prepareResultsRoot(benchmark.directory)
    const id = ids.next()
    const now = clock.now()
    const name = runDirectoryName(now, id, shard)
    const directory = join(root, name)
    for (const folder of ['recordings', 'judge-runs', 'objects']) {
      await mkdir(join(directory, folder), { recursive: true })
    }
    const store = await parts.openStore(join(directory, 'vitrial.db'))
    await store.startBenchmarkRun({
      id,
      name: benchmark.name,
      startedAtMs: now,
      updatedAtMs: now,
      owner: { machine: hostname(), pid: process.pid, startedAtMs: Math.round(performance.timeOrigin) },
      definition: benchmark.settings,
    })
    await store.declareTrials(id, trials)
    if (!shard) await pointCurrentAt(root, name)
    return new BenchmarkRun(parts, id, directory, store)
  }

  recordingDirectory(evalRunId: string): string {
    return join(this.directory, 'recordings', evalRunId)
  }

  judgeRunDirectory(judgeRunId: string): string {
    return join(this.directory, 'judge-runs', judgeRunId)
  }

  /** Makes a row for each trial that has none yet. */
  async declareTrials(trials: readonly Trial[]): Promise<void> {
    await this.store.declareTrials(this.id, trials)
  }

  /** Every trial, page by page, in the order of the plan. */
  async *trials(): AsyncGenerator<TrialRecord> {
    let after: string | undefined
    do {
      const page = await this.store.readTrials(this.id, { limit: 500, ...(after !== undefined && { after }) })
      yield* page.rows
      after = page.next
    } while (after !== undefined)
  }

  async isEveryTrialJudged(): Promise<boolean> {
    for await (const { judgment } of this.trials()) if (judgment === undefined) return false
    return true
  }

  /** Says how the run ends when it is disposed; `incomplete` if never called. */
  conclude(outcome: Exclude<BenchmarkRunState, 'running'>): void {
    this.#outcome = outcome
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#heartbeat)
    try {
      await this.store.finishBenchmarkRun(this.id, this.#outcome, this.#parts.clock.now())
    } finally {
      await this.store[Symbol.asyncDispose]()
    }
  }
}
