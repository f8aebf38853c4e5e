import { CancelledError, DeferredError } from '@vitrial/core/errors'
import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import { evalRunStateRules } from '@vitrial/core/states'
import type { Trial } from '@vitrial/core/trial'
import type { LoadedBenchmark, LoadedEval } from '../benchmark/loaded-benchmark.ts'
import type { HostNotice } from '../benchmark/notices.ts'
import { runCandidate } from '../candidate/run-candidate.ts'
import { judgeEvalRun } from '../judge/judge-eval-run.ts'
import type { JudgeToolsEndpoint } from '../judge/tools/judge-tools-endpoint.ts'
import type { HostParts } from '../parts/host-parts.ts'
import type { BenchmarkRun } from '../results/benchmark-run.ts'
import type { FrozenSeeds } from '../workspace/seed/frozen-seeds.ts'
import type { WorkStage } from './host-progress.ts'
import type { OpenWork } from './open-work.ts'
import type { Scheduler } from './scheduler.ts'
import { ServedModels } from './served-models.ts'
import type { JudgingWish, SpendingLimit } from './spending-limit.ts'
import { StageAdmission } from './stage-admission.ts'
import type { WorkProgress } from './work-progress.ts'

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
  /** Where what has begun is kept track of. */
  readonly open: OpenWork
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

/**
 * Takes trials through their lives: each is admitted when there is a place for it and money left, then run or judged,
 * and what came of that is counted and told.
 */
export class Conductor {
  readonly #shared: SharedWork
  readonly #models: ServedModels

  constructor(shared: SharedWork) {
    this.#shared = shared
    this.#models = new ServedModels(shared.parts.gateway, (notice) => shared.tell(notice))
  }

  /**
   * Executes a trial's candidate.
   *
   * @param wish looked at when there is a place: somebody may want a judgment only by then.
   * @throws {CancelledError} when cancelled before it started; {@link DeferredError} when it does not fit into the
   *   cost limit.
   */
  async run(atWork: TrialAtWork, wish: JudgingWish): Promise<RunSummary> {
    try {
      return await this.#shared.open.track(this.#admitAndRun(atWork, wish))
    } catch (error) {
      this.#drop(atWork.trial)
      throw error
    }
  }

  /**
   * Has a trial's execution graded.
   *
   * @throws {CancelledError} when cancelled; {@link DeferredError} when it does not fit into the cost limit.
   */
  async judge(atWork: TrialAtWork, run: RunSummary): Promise<JudgingSummary> {
    using _reserved = this.#shared.spending.held(atWork.trial)
    if (!evalRunStateRules[run.state].judgeable) return { status: 'not_judgeable' }
    try {
      return await this.#shared.open.track(this.#admitAndJudge(atWork, run))
    } catch (error) {
      this.#shared.progress.dropped(atWork.trial)
      throw error
    }
  }

  async #admitAndRun({ trial, loaded, signal }: TrialAtWork, wish: JudgingWish): Promise<RunSummary> {
    const { parts, benchmark, benchmarkRun, seeds, spending, progress, providerPatienceMs } = this.#shared
    using admission = this.#queue(trial, 'candidate', trial.model, signal)
    using _place = await admission.admitted()
    spending.reserveRun(trial, wish)
    const seed = await seeds.of(loaded)
    const execution = {
      parts,
      benchmark,
      benchmarkRun,
      trial,
      eval: loaded,
      seed,
      providerPatienceMs,
      signal,
    }
    const run = await runCandidate(execution)
    this.#models.tellFailure(trial.model)
    spending.spendOnRun(trial, run)
    if (run.state === 'cancelled') this.#drop(trial)
    else progress.ended(trial, 'candidate', run.usage)
    return run
  }

  async #admitAndJudge({ trial, loaded, signal }: TrialAtWork, run: RunSummary): Promise<JudgingSummary> {
    const { parts, benchmark, benchmarkRun, judgeTools, spending, progress } = this.#shared
    const model = benchmark.settings.judge?.model
    // At once: the place that its run gave back would go to the next candidate.
    using admission = this.#queue(trial, 'judge', model, signal)
    this.#models.require(model)
    await this.#reserveJudging(trial, admission)
    const end = await judgeEvalRun({
      parts,
      benchmark,
      benchmarkRun,
      eval: loaded,
      evalRunId: run.evalRunId,
      judgeTools,
      providerPatienceMs: this.#shared.providerPatienceMs,
      admission,
      signal,
    })
    spending.spendOnJudging(trial, end.usage.costUsd, end.state)
    if (end.judging instanceof CancelledError) throw end.judging
    this.#models.tellFailure(model)
    progress.ended(trial, 'judge', end.usage)
    return end.judging
  }

  #queue(trial: Trial, stage: WorkStage, model: string | undefined, signal: AbortSignal): StageAdmission {
    const { parts, scheduler, progress } = this.#shared
    const runtime = stage === 'judge' ? 'host' : parts.runtime.id
    return new StageAdmission({
      scheduler,
      models: this.#models,
      progress,
      trial,
      stage,
      model,
      runtime,
      signal,
    })
  }

  /** Before the judge run has a row. What does not fit yet waits for its turn, when others may have cost less. */
  async #reserveJudging(trial: Trial, admission: StageAdmission): Promise<void> {
    const { spending } = this.#shared
    try {
      spending.reserveJudging(trial)
    } catch (error) {
      if (!(error instanceof DeferredError)) throw error
      await admission.turn()
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
