import { availableParallelism } from 'node:os'
import {
  BenchmarkError,
  CancelledError,
  evalRunStateRules,
  pageOfRecording,
  trialsOf,
  type EvidenceView,
  type JudgingSummary,
  type RecordingPage,
  type RecordingQuery,
  type RunSummary,
  type Trial,
  type TrialRecord,
} from '@vitrial/core'
import { abortable } from './abortable.ts'
import { BenchmarkRun } from './benchmark-run/benchmark-run.ts'
import { prepareResultsRoot } from './benchmark-run/results-directory.ts'
import type { Shard } from './benchmark-run/shard.ts'
import { HostEndpoint } from './host-endpoint.ts'
import type { HostParts } from './host-parts.ts'
import type { Host, HostNotice, PlanCounts, TrialAttempt } from './host.ts'
import { judgeEvalRun } from './judge/judge-eval-run.ts'
import type { LoadedBenchmark, LoadedEval } from './load-benchmark/loaded-benchmark.ts'
import { noticesOf } from './notices.ts'
import type { HostProgress } from './progress/host-progress.ts'
import { WorkProgress } from './progress/work-progress.ts'
import { FinishedViews } from './recording/finished-views.ts'
import { evidenceOf, resultsOf, type BenchmarkResults } from './results/benchmark-results.ts'
import { Scheduler } from './scheduler/scheduler.ts'
import { runTrial } from './trial/run-trial.ts'
import { parsedModel } from './trial/trial-settings.ts'
import { TrialWork } from './trial/trial-work.ts'
import { seedHash } from './trial/workspace-seed.ts'

/** How much runs at once if the benchmark does not say: one trial a core, between 2 and 10. */
export function defaultConcurrency(cores = availableParallelism()): number {
  return Math.min(10, Math.max(2, cores))
}

export interface HostSettings {
  readonly benchmark: LoadedBenchmark
  readonly parts: HostParts
  /** How much runs at once, over what the benchmark says. */
  readonly concurrency?: number
  /** Which part of the tests is run here. Absent: all of them may be. */
  readonly shard?: Shard
}

/** Puts a host together. Nothing is written and nothing runs before its preflight. */
export function createHost(settings: HostSettings): Host {
  return new BenchmarkHost(settings)
}

interface Opened {
  readonly run: BenchmarkRun
  readonly endpoint: HostEndpoint
}

class BenchmarkHost implements Host {
  readonly #parts: HostParts
  readonly #shard: Shard | undefined
  readonly #scheduler: Scheduler
  readonly #progress: WorkProgress
  readonly #open = new Set<Promise<unknown>>()
  readonly #views = new FinishedViews(async (evalRunId) => {
    const { run } = await this.#openRun()
    return await evidenceOf(run, evalRunId)
  })
  readonly #benchmark: LoadedBenchmark
  readonly #trials: ReadonlyMap<string, Trial>
  readonly #evals: ReadonlyMap<string, LoadedEval>
  readonly #seedHashes = new Map<string, Promise<string>>()
  #works = new Map<string, TrialWork>()
  #cancel = new AbortController()
  #opened: Promise<Opened> | undefined
  #resultsDirectory: string | undefined

  constructor({ benchmark, parts, concurrency, shard }: HostSettings) {
    this.#parts = parts
    this.#shard = shard
    const total = concurrency ?? benchmark.settings.concurrency ?? defaultConcurrency()
    this.#scheduler = new Scheduler({ total })
    this.#progress = new WorkProgress({ clock: this.#parts.clock, places: total })
    this.#benchmark = benchmark
    this.#evals = evalsById(benchmark)
    this.#trials = trialsById(benchmark)
  }

  get benchmark(): LoadedBenchmark {
    return this.#benchmark
  }

  get trials(): readonly Trial[] {
    return [...this.#trials.values()]
  }

  get resultsDirectory(): string | undefined {
    return this.#resultsDirectory
  }

  notices(): readonly HostNotice[] {
    return noticesOf(this.#benchmark, this.#parts)
  }

  plan(trialIds: readonly string[]): PlanCounts {
    return { run: trialIds.length, judge: 0, reuse: 0 }
  }

  async preflight(): Promise<void> {
    const { models, judge } = this.#benchmark.settings
    const { signal } = this.#cancel
    await prepareResultsRoot(this.#benchmark.directory)
    await this.#parts.runtime.prepare?.(signal)
    await this.#parts.guardian.sweep(signal)
    await this.#parts.harness.agentVersion()
    await this.#parts.judgeAgent.agentVersion()
    for (const model of [...models, ...(judge?.model === undefined ? [] : [judge.model])]) {
      await this.#parts.gateway.prepare(parsedModel(model))
    }
    await this.#parts.gateway.listen()
  }

  start(trialIds: readonly string[]): void {
    for (const trialId of trialIds) {
      // Whoever asks for the trial gets the rejection; after a cancel that may be nobody.
      this.judge({ trialId, attempt: 0 }).catch(() => undefined)
    }
  }

  async runTrial(attempt: TrialAttempt, signal?: AbortSignal): Promise<RunSummary> {
    const run = await abortable(this.#workOn(attempt.trialId).run(attempt.attempt), signal)
    if (run.state === 'cancelled') throw new CancelledError(run.detail ?? 'The trial was cancelled.')
    return run
  }

  async judge(attempt: TrialAttempt, signal?: AbortSignal): Promise<JudgingSummary> {
    const work = this.#workOn(attempt.trialId)
    await this.runTrial(attempt, signal)
    return await abortable(work.judge(attempt.attempt), signal)
  }

  async trialRecords(): Promise<readonly TrialRecord[]> {
    const opened = await this.#opened
    const records: TrialRecord[] = []
    if (opened) for await (const record of opened.run.trials()) records.push(record)
    return records
  }

  async readRecording(evalRunId: string, query: RecordingQuery): Promise<RecordingPage> {
    return await pageOfRecording(await this.#views.view(evalRunId), query)
  }

  async evidenceView(evalRunId: string): Promise<EvidenceView> {
    return await this.#views.view(evalRunId)
  }

  async results(signal: AbortSignal): Promise<BenchmarkResults | undefined> {
    // Cancelled work writes its rows while it ends.
    await abortable(Promise.allSettled(this.#open), signal).catch(() => undefined)
    const opened = await this.#opened
    return opened && (await resultsOf(opened.run))
  }

  progress(): HostProgress {
    return this.#progress.now()
  }

  cancel(reason: string): void {
    this.#cancel.abort(new CancelledError(reason))
    this.#cancel = new AbortController()
    this.#works = new Map()
    this.#progress.reset()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cancel('The host was closed.')
    await using _guardian = this.#parts.guardian
    await using _runtime = this.#parts.runtime
    await using _gateway = this.#parts.gateway
    await using _judgeAgent = this.#parts.judgeAgent
    const opened = await this.#opened?.catch(() => undefined)
    await using _endpoint = opened?.endpoint
    await using run = opened?.run
    while (this.#open.size > 0) await Promise.allSettled(this.#open)
    if (run && (await this.#isEveryTrialJudged(run))) run.conclude('completed')
  }

  async #isEveryTrialJudged(run: BenchmarkRun): Promise<boolean> {
    const open = new Set(this.#trials.keys())
    for await (const { trial, judgment } of run.trials()) if (judgment) open.delete(trial.id)
    return open.size === 0
  }

  #workOn(trialId: string): TrialWork {
    const existing = this.#works.get(trialId)
    if (existing) return existing
    const trial = this.#trials.get(trialId)
    const loaded = trial && this.#evals.get(trial.evalId)
    if (trial === undefined || loaded === undefined) {
      throw new BenchmarkError(
        'VITRIAL_TRIAL_UNKNOWN',
        `There is no trial ${trialId} in ${this.#benchmark.directory}: benchmark.ts declares no such eval, model or repetition.`,
      )
    }
    const { signal } = this.#cancel
    this.#progress.wanted(trial)
    const work = new TrialWork({
      run: (attempt) => this.#track(this.#run(trial, loaded, attempt, signal)),
      judge: (run) => this.#track(this.#judge(trial, loaded, run, signal)),
    })
    this.#works.set(trialId, work)
    return work
  }

  async #run(trial: Trial, loaded: LoadedEval, attempt: number, signal: AbortSignal): Promise<RunSummary> {
    const runtime = this.#parts.runtime.id
    this.#progress.queued(trial, 'candidate')
    using _place = await this.#scheduler.acquire({ kind: 'candidate', runtime }, signal)
    const { run } = await this.#openRun()
    this.#progress.started(trial, 'candidate')
    const summary = await runTrial({
      parts: this.#parts,
      benchmark: this.#benchmark,
      benchmarkRun: run,
      trial,
      eval: loaded,
      workspaceHash: await this.#seedHash(loaded),
      attempt,
      signal,
    })
    if (summary.state === 'cancelled') this.#progress.dropped(trial)
    else this.#progress.ended(trial, 'candidate', summary.usage)
    return summary
  }

  async #judge(
    trial: Trial,
    loaded: LoadedEval,
    run: RunSummary,
    signal: AbortSignal,
  ): Promise<JudgingSummary> {
    if (!evalRunStateRules[run.state].judgeable) return { status: 'not_judgeable' }
    this.#progress.queued(trial, 'judge')
    try {
      const opened = await this.#openRun()
      const judging = await judgeEvalRun({
        parts: this.#parts,
        benchmark: this.#benchmark,
        benchmarkRun: opened.run,
        eval: loaded,
        evalRunId: run.evalRunId,
        judgeTools: opened.endpoint.judgeTools,
        admit: async (until) => {
          const place = await this.#scheduler.acquire({ kind: 'judge', runtime: 'host' }, until)
          this.#progress.started(trial, 'judge')
          return place
        },
        signal,
      })
      if (judging.status !== 'not_judgeable') this.#progress.ended(trial, 'judge', judging.usage)
      return judging
    } catch (error) {
      this.#progress.dropped(trial)
      throw error
    }
  }

  #seedHash(loaded: LoadedEval): Promise<string> {
    const known = this.#seedHashes.get(loaded.id)
    if (known) return known
    const hash = seedHash(loaded.workspaceDirectory)
    this.#seedHashes.set(loaded.id, hash)
    return hash
  }

  #openRun(): Promise<Opened> {
    this.#opened ??= this.#startBenchmarkRun()
    return this.#opened
  }

  async #startBenchmarkRun(): Promise<Opened> {
    const run = await BenchmarkRun.open({
      parts: this.#parts,
      benchmark: this.#benchmark,
      trials: this.trials,
      isFresh: true,
      shard: this.#shard,
    })
    this.#resultsDirectory = run.directory
    return { run, endpoint: await HostEndpoint.listen(this.#parts.clock) }
  }

  /** Remembers open work, so that closing waits for it. */
  async #track<T>(work: Promise<T>): Promise<T> {
    this.#open.add(work)
    try {
      return await work
    } finally {
      this.#open.delete(work)
    }
  }
}

function evalsById(benchmark: LoadedBenchmark): ReadonlyMap<string, LoadedEval> {
  return new Map(benchmark.evals.map((loaded) => [loaded.id, loaded]))
}

function trialsById({ evals, settings }: LoadedBenchmark): ReadonlyMap<string, Trial> {
  const ids = evals.map(({ id }) => id)
  return new Map(trialsOf(ids, settings.models, settings.repetitions).map((trial) => [trial.id, trial]))
}
