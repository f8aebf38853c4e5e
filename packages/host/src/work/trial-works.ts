import { setMaxListeners } from 'node:events'
import { BenchmarkError, CancelledError } from '@vitrial/core/errors'
import { leftOutReason, type PlanItem, type TrialScope } from '@vitrial/core/plan'
import type { Trial } from '@vitrial/core/trial'
import type { LoadedBenchmark, LoadedEval } from '../benchmark/loaded-benchmark.ts'
import { trialsOfBenchmark } from '../benchmark/trials-of-benchmark.ts'
import type { BenchmarkRun } from '../results/benchmark-run.ts'
import type { Conductor } from './conductor.ts'
import type { OpenWork } from './open-work.ts'
import { storedWork } from './stored-work.ts'
import { TrialWork } from './trial-work.ts'
import type { WorkProgress } from './work-progress.ts'

export interface TrialWorksOptions {
  readonly benchmark: LoadedBenchmark
  /** The part of the benchmark that is worked on. */
  readonly scope: TrialScope
  readonly benchmarkRun: BenchmarkRun
  /** What is to be done, by trial. */
  readonly items: ReadonlyMap<string, PlanItem>
  readonly conductor: Conductor
  readonly open: OpenWork
  readonly progress: WorkProgress
}

/** The work on each trial of a benchmark that somebody asked for. */
export class TrialWorks {
  readonly #options: TrialWorksOptions
  readonly #trials: ReadonlyMap<string, Trial>
  readonly #evals: ReadonlyMap<string, LoadedEval>
  #works = new Map<string, Promise<TrialWork>>()
  #cancel = newCancel()
  #isClosed = false

  constructor(options: TrialWorksOptions) {
    const { benchmark } = options
    this.#options = options
    this.#trials = new Map(trialsOfBenchmark(benchmark).map((trial) => [trial.id, trial]))
    this.#evals = new Map(benchmark.evals.map((loaded) => [loaded.id, loaded]))
  }

  /**
   * The work on a trial, the same for all who ask.
   *
   * @throws {BenchmarkError} for one that is not declared.
   * @throws {CancelledError} for one out of scope, and after the end.
   */
  of(trialId: string): Promise<TrialWork> {
    if (this.#isClosed) return Promise.reject(new CancelledError('The host was closed.'))
    const known = this.#works.get(trialId)
    if (known) return known
    const work = this.#options.open.track(this.#workOn(trialId, this.#cancel.signal))
    this.#works.set(trialId, work)
    return work
  }

  /** Ends all open work; what is asked for later starts anew. */
  cancel(reason: string): void {
    this.#cancel.abort(new CancelledError(reason))
    this.#cancel = newCancel()
    this.#works = new Map()
    this.#options.progress.reset()
  }

  /** Ends all open work, takes on no more, and resolves when nothing is left of it. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.cancel('The host was closed.')
    const { open } = this.#options
    while (!open.isEmpty) await open.ended()
  }

  async #workOn(trialId: string, signal: AbortSignal): Promise<TrialWork> {
    const { benchmark, benchmarkRun, scope, items, conductor, progress } = this.#options
    const trial = this.#trials.get(trialId)
    const loaded = trial && this.#evals.get(trial.evalId)
    if (trial === undefined || loaded === undefined) throw unknownTrial(trialId, benchmark)
    const leftOut = leftOutReason(trial, scope)
    if (leftOut !== undefined) throw new CancelledError(leftOut)
    const item = items.get(trialId)
    const record = await benchmarkRun.store.readTrial(benchmarkRun.id, trialId)
    if (item?.action !== 'reuse' && item?.action !== 'failed') progress.wanted(trial)
    const stored = await storedWork(item, record, {
      recordingDirectory: (evalRunId) => benchmarkRun.recordingDirectory(evalRunId),
      commandArguments: benchmark.commandArguments,
    })
    return new TrialWork({ trial, loaded, signal }, conductor, stored)
  }
}

function unknownTrial(trialId: string, { directory }: LoadedBenchmark): BenchmarkError {
  return new BenchmarkError(
    'VITRIAL_TRIAL_UNKNOWN',
    `There is no trial ${trialId} in ${directory}: benchmark.ts declares no such eval, model or repetition.`,
  )
}

/** One signal for all open work: as many may listen as there are trials. */
function newCancel(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}
