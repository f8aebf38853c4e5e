import { setMaxListeners } from 'node:events'
import { availableParallelism } from 'node:os'
import { Budget, spendingOf, type BenchmarkSpending, type Invocation } from '@vitrial/core/cost'
import { BenchmarkError, CancelledError } from '@vitrial/core/errors'
import {
  pageOfRecording,
  type EvidenceView,
  type RecordingPage,
  type RecordingQuery,
} from '@vitrial/core/evidence'
import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import { countActions, leftOutReason, type PlanItem, type TrialScope } from '@vitrial/core/plan'
import type { Leftover } from '@vitrial/core/ports'
import type { RunCost } from '@vitrial/core/records'
import type { CountedTrial } from '@vitrial/core/scores'
import type { Trial } from '@vitrial/core/trial'
import { untilAborted } from '@vitrial/core/waiting'
import { BenchmarkRun } from './results/benchmark-run.ts'
import type { MarkOutdated } from './results/mark-outdated.ts'
import { currentRunDirectory } from './results/folder/current-run.ts'
import { prepareResultsRoot } from './results/folder/results-directory.ts'
import type { Shard } from './results/folder/shard.ts'
import { checkNeeds, needsOf } from './benchmark/check-needs.ts'
import { HostEndpoint } from './host-endpoint.ts'
import type { HostParts } from './parts/host-parts.ts'
import type { Host, PlanCounts, TrialAttempt } from './host.ts'
import type { LoadedBenchmark, LoadedEval } from './benchmark/loaded-benchmark.ts'
import { noticesOf, type HostNotice } from './benchmark/notices.ts'
import { planWork, type BenchmarkPlan, type PlanOptions } from './plan/plan-work.ts'
import { planRecordsOf, type PlanRecords } from './results/plan-records.ts'
import { SpendingLimit } from './work/spending-limit.ts'
import type { HostProgress } from './work/host-progress.ts'
import { WorkProgress } from './work/work-progress.ts'
import { FinishedViews } from './results/finished-views.ts'
import { openCurrentResults } from './results/open-run-results.ts'
import { evidenceOf, resultsOf, type BenchmarkResults } from './results/benchmark-results.ts'
import { Scheduler } from './work/scheduler.ts'
import { trialsOfBenchmark } from './benchmark/trials-of-benchmark.ts'
import { declarationOf } from './plan/declaration-of.ts'
import { storedWork } from './work/stored-work.ts'
import { Conductor } from './work/conductor.ts'
import { OpenWork } from './work/open-work.ts'
import { FrozenSeeds } from './workspace/seed/frozen-seeds.ts'
import { TrialWork } from './work/trial-work.ts'

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
  /** Starts a new benchmark run instead of resuming the current one. */
  readonly isNewRun?: boolean
  readonly plan?: PlanOptions
  /** How much time a failing provider may cost an agent beside its own. @default as much, within 15 s and 10 minutes */
  readonly providerPatienceMs?: number
  /** What this host works for. @default one of its own, under the cost limit of `plan` */
  readonly invocation?: Invocation
}

/** Puts a host together. Nothing is written and nothing runs before its preflight. */
export function createHost(settings: HostSettings): Host {
  return new BenchmarkHost(settings)
}

interface Opened {
  readonly run: BenchmarkRun
  readonly endpoint: HostEndpoint
  /** What is to be done, by trial. */
  readonly items: ReadonlyMap<string, PlanItem>
  readonly markOutdated: MarkOutdated
  readonly conductor: Conductor
}

class BenchmarkHost implements Host {
  readonly #parts: HostParts
  readonly #settings: HostSettings
  readonly #invocation: Invocation
  readonly #scheduler: Scheduler
  readonly #progress: WorkProgress
  readonly #open = new OpenWork()
  readonly #listeners = new Set<(notice: HostNotice) => void>()
  readonly #views = new FinishedViews(async (evalRunId) => {
    const { run } = await this.#openRun()
    return await evidenceOf(run, evalRunId)
  })
  readonly #benchmark: LoadedBenchmark
  readonly #trials: ReadonlyMap<string, Trial>
  readonly #evals: ReadonlyMap<string, LoadedEval>
  readonly #seeds = new FrozenSeeds()
  #works = new Map<string, Promise<TrialWork>>()
  #isClosed = false
  #cancel = newCancel()
  #opened: Promise<Opened> | undefined
  #items: ReadonlyMap<string, PlanItem> = new Map()
  #resultsDirectory: string | undefined
  #leftovers: readonly Leftover[] = []

  constructor(settings: HostSettings) {
    const { benchmark, parts, concurrency } = settings
    this.#settings = settings
    this.#parts = parts
    this.#invocation = settings.invocation ?? {
      id: parts.ids.next(),
      budget: new Budget(settings.plan?.maxCostUsd),
    }
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

  get scope(): TrialScope {
    return this.#settings.plan?.scope ?? {}
  }

  get resultsDirectory(): string | undefined {
    return this.#resultsDirectory
  }

  notices(): readonly HostNotice[] {
    return noticesOf(this.#benchmark, this.#parts, this.#leftovers)
  }

  onNotice(tell: (notice: HostNotice) => void): Disposable {
    this.#listeners.add(tell)
    return { [Symbol.dispose]: () => void this.#listeners.delete(tell) }
  }

  planItems(): readonly PlanItem[] {
    return [...this.#items.values()]
  }

  async preview(): Promise<readonly PlanItem[]> {
    if (this.#opened) {
      await this.#opened
      return this.planItems()
    }
    const { directory } = this.#benchmark
    await using results = this.#isNewRun
      ? undefined
      : await openCurrentResults({ directory, parts: this.#parts })
    return (await this.#planFrom(results)).items
  }

  plan(trialIds: readonly string[]): PlanCounts {
    return countActions(trialIds.flatMap((trialId) => this.#items.get(trialId) ?? []))
  }

  async preflight(): Promise<void> {
    const { signal } = this.#cancel
    const root = await prepareResultsRoot(this.#benchmark.directory)
    this.#leftovers = await this.#parts.guardian.sweep(signal)
    await this.#parts.judgeAgent.agentVersion()
    signal.throwIfAborted()
    // With nothing on record, what is lacking is told before anything is written.
    const isResuming = !this.#isNewRun && (await currentRunDirectory(root)) !== undefined
    if (!isResuming) await this.#checkNeeds(await this.preview(), signal)
    signal.throwIfAborted()
    const { items } = await this.#openRun()
    if (isResuming) await this.#checkNeeds(items.values(), signal)
    await this.#parts.gateway.listen()
    signal.throwIfAborted()
  }

  start(trialIds: readonly string[]): void {
    for (const trialId of trialIds) {
      // Whoever asks for the trial gets the rejection; after a cancel that may be nobody.
      this.judge({ trialId, attempt: 0 }).catch(() => undefined)
    }
  }

  async runTrial(attempt: TrialAttempt, signal?: AbortSignal): Promise<RunSummary> {
    const work = await untilAborted(this.#workOn(attempt.trialId), signal)
    return await runOf(work, attempt, signal)
  }

  async judge(attempt: TrialAttempt, signal?: AbortSignal): Promise<JudgingSummary> {
    // The same work for both halves: looked up again after a cancel it would be new, and start anew.
    const work = await untilAborted(this.#workOn(attempt.trialId), signal)
    work.wantJudging()
    await runOf(work, attempt, signal)
    return await untilAborted(work.live(attempt.attempt), signal)
  }

  async trialRecords(): Promise<readonly CountedTrial[]> {
    const opened = await this.#opened
    const records: CountedTrial[] = []
    if (opened) for await (const record of opened.run.trials()) records.push(opened.markOutdated(record))
    return records
  }

  async spending(): Promise<BenchmarkSpending> {
    const opened = await this.#opened
    const costs: RunCost[] = []
    if (opened) for await (const cost of opened.run.runCosts()) costs.push(cost)
    return spendingOf({ trialIds: this.#trials.keys(), invocationId: this.#invocation.id, costs })
  }

  async readRecording(evalRunId: string, query: RecordingQuery): Promise<RecordingPage> {
    return await pageOfRecording(await this.#views.view(evalRunId), query)
  }

  async evidenceView(evalRunId: string): Promise<EvidenceView> {
    return await this.#views.view(evalRunId)
  }

  async results(signal: AbortSignal): Promise<BenchmarkResults | undefined> {
    // Cancelled work writes its rows while it ends.
    await untilAborted(this.#open.ended(), signal).catch(() => undefined)
    const opened = await this.#opened
    return opened && (await resultsOf(opened.run))
  }

  progress(): HostProgress {
    return this.#progress.now()
  }

  cancel(reason: string): void {
    this.#cancel.abort(new CancelledError(reason))
    this.#cancel = newCancel()
    this.#works = new Map()
    this.#progress.reset()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    this.cancel('The host was closed.')
    await using _guardian = this.#parts.guardian
    await using _runtime = this.#parts.runtime
    await using _gateway = this.#parts.gateway
    await using _judgeAgent = this.#parts.judgeAgent
    const opened = await this.#opened?.catch(() => undefined)
    await using _endpoint = opened?.endpoint
    await using run = opened?.run
    while (!this.#open.isEmpty) await this.#open.ended()
    if (!opened || !run) return
    if (await run.isEveryTrialJudged(this.trials, opened.markOutdated)) run.conclude('completed')
  }

  #workOn(trialId: string): Promise<TrialWork> {
    if (this.#isClosed) return Promise.reject(new CancelledError('The host was closed.'))
    const known = this.#works.get(trialId)
    if (known) return known
    const work = this.#open.track(this.#planWork(trialId, this.#cancel.signal))
    this.#works.set(trialId, work)
    return work
  }

  async #planWork(trialId: string, signal: AbortSignal): Promise<TrialWork> {
    const trial = this.#trials.get(trialId)
    const loaded = trial && this.#evals.get(trial.evalId)
    if (trial === undefined || loaded === undefined) {
      throw new BenchmarkError(
        'VITRIAL_TRIAL_UNKNOWN',
        `There is no trial ${trialId} in ${this.#benchmark.directory}: benchmark.ts declares no such eval, model or repetition.`,
      )
    }
    const leftOut = leftOutReason(trial, this.scope)
    if (leftOut !== undefined) throw new CancelledError(leftOut)
    const opened = await this.#openRun()
    const item = opened.items.get(trialId)
    const record = await opened.run.store.readTrial(opened.run.id, trialId)
    if (item?.action !== 'reuse' && item?.action !== 'failed') this.#progress.wanted(trial)
    const stored = await storedWork(item, record, {
      recordingDirectory: (evalRunId) => opened.run.recordingDirectory(evalRunId),
      commandArguments: this.#benchmark.commandArguments,
    })
    return new TrialWork({ trial, loaded, signal }, opened.conductor, stored)
  }

  /** Whether it starts a run instead of resuming the current one: a shard always does. */
  get #isNewRun(): boolean {
    return this.#settings.isNewRun === true || this.#settings.shard !== undefined
  }

  async #checkNeeds(items: Iterable<PlanItem>, signal: AbortSignal): Promise<void> {
    const needs = needsOf(items, this.#benchmark.settings.judge?.model)
    this.#leftovers = [...this.#leftovers, ...(await checkNeeds(this.#parts, needs, signal))]
  }

  /** A failure is tried again by whoever asks next. */
  #openRun(): Promise<Opened> {
    this.#opened ??= this.#startBenchmarkRun().catch((error: unknown) => {
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  async #startBenchmarkRun(): Promise<Opened> {
    const run = await BenchmarkRun.open({
      parts: this.#parts,
      benchmark: this.#benchmark,
      isNewRun: this.#isNewRun,
      shard: this.#settings.shard,
      invocationId: this.#invocation.id,
    })
    try {
      return await this.#workOnRun(run)
    } catch (error) {
      // Nobody else would let go of the results.
      await run[Symbol.asyncDispose]()
      throw error
    }
  }

  async #workOnRun(run: BenchmarkRun): Promise<Opened> {
    const plan = await this.#planFrom(planRecordsOf(run))
    // Only now: the plan tells a new trial by its having no row.
    await run.declare(declarationOf(this.#benchmark, plan.inputsOf))
    await run.select(plan.items.flatMap(({ selects }) => selects ?? []))
    const endpoint = await HostEndpoint.listen(this.#parts.clock)
    this.#resultsDirectory = run.directory
    this.#items = new Map(plan.items.map((item) => [item.trial.id, item]))
    const conductor = new Conductor({
      parts: this.#parts,
      benchmark: this.#benchmark,
      benchmarkRun: run,
      judgeTools: endpoint.judgeTools,
      seeds: this.#seeds,
      scheduler: this.#scheduler,
      spending: new SpendingLimit(plan, this.#invocation.budget),
      progress: this.#progress,
      open: this.#open,
      providerPatienceMs: this.#settings.providerPatienceMs,
      tell: (notice) => this.#listeners.forEach((tell) => tell(notice)),
    })
    return { run, endpoint, items: this.#items, markOutdated: plan.markOutdated, conductor }
  }

  async #planFrom(records: PlanRecords | undefined): Promise<BenchmarkPlan> {
    return await planWork({
      parts: this.#parts,
      benchmark: this.#benchmark,
      trials: this.trials,
      seeds: this.#seeds,
      records,
      ...this.#settings.plan,
      ...limitOf(this.#invocation),
    })
  }
}

/** The finished execution of a trial for one who asks. */
async function runOf(work: TrialWork, attempt: TrialAttempt, signal?: AbortSignal): Promise<RunSummary> {
  const run = await untilAborted(work.run(attempt.attempt), signal)
  if (run.state === 'cancelled') throw new CancelledError(run.detail ?? 'The trial was cancelled.')
  return run
}

/** What an invocation may cost, and what of that is gone: other projects and earlier reruns share the limit. */
function limitOf({ budget }: Invocation): Pick<PlanOptions, 'maxCostUsd' | 'spentUsd'> {
  const { limitUsd, spentUsd, reservedUsd } = budget
  return limitUsd === undefined ? {} : { maxCostUsd: limitUsd, spentUsd: spentUsd + reservedUsd }
}

/** One signal for all open work: as many may listen as there are trials. */
function newCancel(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}

function evalsById(benchmark: LoadedBenchmark): ReadonlyMap<string, LoadedEval> {
  return new Map(benchmark.evals.map((loaded) => [loaded.id, loaded]))
}

function trialsById(benchmark: LoadedBenchmark): ReadonlyMap<string, Trial> {
  return new Map(trialsOfBenchmark(benchmark).map((trial) => [trial.id, trial]))
}
