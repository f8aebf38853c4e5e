import { CancelledError, DeferredError, type InfrastructureError } from '@vitrial/core/errors'
import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import { evalRunStateRules } from '@vitrial/core/states'
import type { Trial } from '@vitrial/core/trial'
import type { BenchmarkRun } from '../results/benchmark-run.ts'
import type { HostParts } from '../parts/host-parts.ts'
import type { HostNotice } from '../benchmark/notices.ts'
import { judgeEvalRun } from '../judge/judge-eval-run.ts'
import type { JudgeToolsEndpoint } from '../judge/tools/judge-tools-endpoint.ts'
import type { LoadedBenchmark, LoadedEval } from '../benchmark/loaded-benchmark.ts'
import type { SpendingLimit } from './spending-limit.ts'
import type { WorkProgress } from './work-progress.ts'
import type { QueuedPlace, Scheduler } from './scheduler.ts'
import { runCandidate } from '../candidate/run-candidate.ts'
import type { FrozenSeeds } from '../workspace/seed/frozen-seeds.ts'
import { parsedModel } from '../benchmark/trial-settings.ts'

/** What all the work of a benchmark run shares. */
export interface SharedWork {
  readonly parts: HostParts
  readonly benchmark: LoadedBenchmark
  readonly benchmarkRun: BenchmarkRun
  readonly judgeTools: JudgeToolsEndpoint
  readonly seeds: FrozenSeeds
  readonly scheduler: Scheduler
  readonly spending: SpendingLimit
  readonly progress: WorkProgress
  /** How much time a provider may cost an agent. */
  readonly providerPatienceMs: number | undefined
  /** Says at once what a person must know. */
  tell(notice: HostNotice): void
}

/** One trial of it. */
export interface TrialAtWork {
  readonly trial: Trial
  readonly loaded: LoadedEval
  readonly signal: AbortSignal
}

/** Runs and judges trials when there is a place for the work and money left for it, and says how far it is. */
export class ScheduledWork {
  readonly #shared: SharedWork
  readonly #told = new Set<string>()

  constructor(shared: SharedWork) {
    this.#shared = shared
  }

  /**
   * Executes a trial's candidate.
   *
   * @param isJudgingWanted whether somebody wants it judged, so that money is set aside for that too.
   * @throws {CancelledError} when cancelled before it started; {@link DeferredError} when it does not fit into the
   *   cost limit.
   */
  async run(atWork: TrialAtWork, isJudgingWanted: () => boolean): Promise<RunSummary> {
    const { trial } = atWork
    try {
      return await this.#runInPlace(atWork, isJudgingWanted)
    } catch (error) {
      this.#drop(trial)
      throw error
    }
  }

  /**
   * Has a trial's execution graded.
   *
   * @throws {CancelledError} when cancelled; {@link DeferredError} when it does not fit into the cost limit.
   */
  async judge({ trial, loaded, signal }: TrialAtWork, run: RunSummary): Promise<JudgingSummary> {
    const { parts, benchmark, benchmarkRun, judgeTools, spending, progress } = this.#shared
    using _reserved = spending.held(trial)
    if (!evalRunStateRules[run.state].judgeable) return { status: 'not_judgeable' }
    progress.queued(trial, 'judge')
    const model = benchmark.settings.judge?.model
    // At once: the place that its run gave back would go to the next candidate.
    using queued = this.#queueJudge(signal)
    try {
      this.#requireServed(model)
      await this.#reserveJudging(trial, queued)
      const admit = async (): Promise<Disposable> => {
        const place = await queued.place
        this.#requireServed(model)
        progress.started(trial, 'judge')
        return place
      }
      const judging = await judgeEvalRun({
        parts,
        benchmark,
        benchmarkRun,
        eval: loaded,
        evalRunId: run.evalRunId,
        judgeTools,
        providerPatienceMs: this.#shared.providerPatienceMs,
        admit,
        onUsage: ({ costUsd }, state) => spending.spendOnJudging(trial, costUsd, state),
        signal,
      })
      this.#tellFailure(model)
      if (judging.status !== 'not_judgeable') progress.ended(trial, 'judge', judging.usage)
      return judging
    } catch (error) {
      progress.dropped(trial)
      throw error
    }
  }

  async #runInPlace(
    { trial, loaded, signal }: TrialAtWork,
    isJudgingWanted: () => boolean,
  ): Promise<RunSummary> {
    const { parts, benchmark, benchmarkRun, seeds, scheduler, spending, progress } = this.#shared
    progress.queued(trial, 'candidate')
    using _place = await scheduler.acquire({ kind: 'candidate', runtime: parts.runtime.id }, signal)
    this.#requireServed(trial.model)
    spending.reserveRun(trial, { isJudgingWanted: isJudgingWanted() })
    progress.started(trial, 'candidate')
    const seed = await seeds.of(loaded)
    const run = await runCandidate({
      parts,
      benchmark,
      benchmarkRun,
      trial,
      eval: loaded,
      seed,
      providerPatienceMs: this.#shared.providerPatienceMs,
      signal,
    })
    this.#tellFailure(trial.model)
    spending.spendOnRun(trial, run)
    if (run.state === 'cancelled') this.#drop(trial)
    else progress.ended(trial, 'candidate', run.usage)
    return run
  }

  /** @throws {CancelledError} where the model's provider has said that no call will be served. */
  #requireServed(model: string | undefined): void {
    const failure = this.#failureOf(model)
    if (failure) throw new CancelledError(`Not begun. ${failure.message}`, { cause: failure })
  }

  /** Once, as soon as it is known: the trials that are not begun for it would say so much later. */
  #tellFailure(model: string | undefined): void {
    const failure = this.#failureOf(model)
    if (!failure || this.#told.has(failure.message)) return
    this.#told.add(failure.message)
    this.#shared.tell({ about: 'provider', text: `${failure.message} No more of its trials are begun.` })
  }

  #failureOf(model: string | undefined): InfrastructureError | undefined {
    return model === undefined ? undefined : this.#shared.parts.gateway.finalFailureOf(parsedModel(model))
  }

  #queueJudge(signal: AbortSignal): QueuedPlace {
    return this.#shared.scheduler.queue({ kind: 'judge', runtime: 'host' }, signal)
  }

  /** Before the judge run has a row. What does not fit yet waits for its turn, when others may have cost less. */
  async #reserveJudging(trial: Trial, queued: QueuedPlace): Promise<void> {
    const { spending } = this.#shared
    try {
      spending.reserveJudging(trial)
    } catch (error) {
      if (!(error instanceof DeferredError)) throw error
      await queued.place
      spending.reserveJudging(trial)
    }
  }

  /** Nothing more comes of it in this invocation, and nothing more is spent. */
  #drop(trial: Trial): void {
    const { spending, progress } = this.#shared
    spending.held(trial)[Symbol.dispose]()
    progress.dropped(trial)
  }
}
