import { availableParallelism } from 'node:os'
import {
  BenchmarkError,
  CancelledError,
  evalRunStateRules,
  trialsOf,
  type EvidenceTarget,
  type JudgingSummary,
  type RunSummary,
  type Trial,
  evidenceText,
} from '@vitrial/core'
import { BenchmarkRun } from './benchmark-run/benchmark-run.ts'
import { prepareResultsRoot } from './benchmark-run/results-directory.ts'
import type { Host, HostProgress, TrialAttempt } from './host.ts'
import type { HostParts } from './host-parts.ts'
import { judgeEvalRun } from './judge/judge-eval-run.ts'
import { JudgeToolsEndpoint } from './judge/judge-tools-endpoint.ts'
import type { LoadedBenchmark, LoadedEval } from './load-benchmark/loaded-benchmark.ts'
import { openRecordingReader } from './recording/recording-reader.ts'
import { Scheduler } from './scheduler/scheduler.ts'
import { runTrial } from './trial/run-trial.ts'
import { parsedModel } from './trial/trial-settings.ts'
import { TrialWork } from './trial/trial-work.ts'
import { seedHash } from './trial/workspace-seed.ts'

/** How much runs at once if the benchmark does not say: one trial a core, between 2 and 10. */
export function defaultConcurrency(cores = availableParallelism()): number {
  return Math.min(10, Math.max(2, cores))
}

/** Puts a host together. Nothing is written and nothing runs before the first trial is started. */
export function createHost(benchmark: LoadedBenchmark, parts: HostParts): Host {
  return new BenchmarkHost(benchmark, parts)
}

interface Opened {
  readonly run: BenchmarkRun
  readonly tools: JudgeToolsEndpoint
}

class BenchmarkHost implements Host {
  readonly benchmark: LoadedBenchmark
  readonly trials: readonly Trial[]
  readonly #parts: HostParts
  readonly #scheduler: Scheduler
  readonly #evals: ReadonlyMap<string, LoadedEval>
  readonly #trialsById: ReadonlyMap<string, Trial>
  readonly #seedHashes = new Map<string, Promise<string>>()
  readonly #open = new Set<Promise<unknown>>()
  #works = new Map<string, TrialWork>()
  #cancel = new AbortController()
  #opened: Promise<Opened> | undefined
  #resultsDirectory: string | undefined
  #done = 0

  constructor(benchmark: LoadedBenchmark, parts: HostParts) {
    this.benchmark = benchmark
    this.#parts = parts
    this.#scheduler = new Scheduler({ total: benchmark.settings.concurrency ?? defaultConcurrency() })
    this.#evals = new Map(benchmark.evals.map((loaded) => [loaded.id, loaded]))
    const { models, repetitions } = benchmark.settings
    this.trials = trialsOf([...this.#evals.keys()], models, repetitions)
    this.#trialsById = new Map(this.trials.map((trial) => [trial.id, trial]))
  }

  get resultsDirectory(): string | undefined {
    return this.#resultsDirectory
  }

  async preflight(): Promise<void> {
    const { models, judge } = this.benchmark.settings
    await prepareResultsRoot(this.benchmark.directory)
    await this.#parts.harness.agentVersion()
    await this.#parts.judgeAgent.agentVersion()
    for (const model of [...models, ...(judge?.model === undefined ? [] : [judge.model])]) {
      await this.#parts.gateway.prepare(parsedModel(model))
    }
  }

  start(trialIds: readonly string[]): void {
    for (const trialId of trialIds) {
      // Whoever asks for the trial gets the rejection; nobody may ask after a cancel.
      this.judge({ trialId, attempt: 0 }).catch(() => undefined)
    }
  }

  async runTrial(attempt: TrialAttempt, signal?: AbortSignal): Promise<RunSummary> {
    const run = await abortable(this.#workOn(attempt.trialId).run(attempt.attempt), signal)
    if (run.state === 'cancelled') throw new CancelledError(run.detail ?? 'The trial was cancelled.')
    return run
  }

  async judge(attempt: TrialAttempt, signal?: AbortSignal): Promise<JudgingSummary> {
    await this.runTrial(attempt, signal)
    return await abortable(this.#workOn(attempt.trialId).judge(attempt.attempt), signal)
  }

  async evidence(evalRunId: string, target: EvidenceTarget): Promise<string | undefined> {
    const { run } = await this.#openRun()
    const reader = await openRecordingReader(run.recordingDirectory(evalRunId), run.objects)
    return await evidenceText(reader.evidenceView(), target)
  }

  progress(): HostProgress {
    const running = this.#scheduler.running
    const total = this.#works.size
    return { total, done: this.#done, running, waiting: Math.max(0, total - this.#done - running) }
  }

  cancel(reason: string): void {
    this.#cancel.abort(new CancelledError(reason))
    this.#cancel = new AbortController()
    this.#works = new Map()
    this.#done = 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cancel('The run was closed.')
    await Promise.allSettled(this.#open)
    const opened = await this.#opened?.catch(() => undefined)
    await using _parts = disposing(this.#parts)
    if (opened === undefined) return
    await using _run = opened.run
    await using _tools = opened.tools
  }

  #workOn(trialId: string): TrialWork {
    const existing = this.#works.get(trialId)
    if (existing) return existing
    const trial = this.#trialsById.get(trialId)
    const loaded = trial && this.#evals.get(trial.evalId)
    if (trial === undefined || loaded === undefined) {
      throw new BenchmarkError(
        'VITRIAL_TRIAL_UNKNOWN',
        `There is no trial ${trialId} in ${this.benchmark.directory}. Trials are eval:model:repetition of what benchmark.ts declares.`,
      )
    }
    const { signal } = this.#cancel
    const work = new TrialWork({
      run: (attempt) => this.#track(this.#run(trial, loaded, attempt, signal)),
      judge: (run) => this.#track(this.#judge(loaded, run, signal)),
    })
    this.#works.set(trialId, work)
    return work
  }

  async #run(trial: Trial, loaded: LoadedEval, attempt: number, signal: AbortSignal): Promise<RunSummary> {
    using _place = await this.#scheduler.acquire(
      { kind: 'candidate', runtime: this.#parts.runtime.id },
      signal,
    )
    const { run } = await this.#openRun()
    return await runTrial({
      parts: this.#parts,
      benchmark: this.benchmark,
      benchmarkRun: run,
      trial,
      eval: loaded,
      workspaceHash: await this.#seedHash(loaded),
      attempt,
      signal,
    })
  }

  async #judge(loaded: LoadedEval, run: RunSummary, signal: AbortSignal): Promise<JudgingSummary> {
    if (!evalRunStateRules[run.state].judgeable) return { status: 'not_judgeable' }
    const opened = await this.#openRun()
    return await judgeEvalRun({
      parts: this.#parts,
      benchmark: this.benchmark,
      benchmarkRun: opened.run,
      eval: loaded,
      evalRunId: run.evalRunId,
      tools: opened.tools,
      admit: (until) => this.#scheduler.acquire({ kind: 'judge', runtime: 'host' }, until),
      signal,
    })
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
    const run = await BenchmarkRun.start(this.#parts, this.benchmark, this.trials)
    this.#resultsDirectory = run.directory
    return { run, tools: await JudgeToolsEndpoint.listen() }
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
