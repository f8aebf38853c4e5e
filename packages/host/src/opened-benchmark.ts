import { spendingOf, type BenchmarkSpending } from '@vitrial/core/cost'
import { CancelledError } from '@vitrial/core/errors'
import {
  pageOfRecording,
  type EvidenceView,
  type RecordingPage,
  type RecordingQuery,
} from '@vitrial/core/evidence'
import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import { countActions, type PlanItem, type TrialScope } from '@vitrial/core/plan'
import type { RunCost } from '@vitrial/core/records'
import type { CountedTrial } from '@vitrial/core/scores'
import type { Trial } from '@vitrial/core/trial'
import { untilAborted } from '@vitrial/core/waiting'
import type { LoadedBenchmark } from './benchmark/loaded-benchmark.ts'
import type { HostNotice } from './benchmark/notices.ts'
import type { HostDefinition, OpenedHost, PlanCounts, TrialAttempt } from './host.ts'
import type { PlannedRun } from './planned-run.ts'
import { evidenceOf, resultsOf, type BenchmarkResults } from './results/benchmark-results.ts'
import { FinishedViews } from './results/finished-views.ts'
import type { HostProgress } from './work/host-progress.ts'
import type { OpenWork } from './work/open-work.ts'
import type { TrialWork } from './work/trial-work.ts'
import type { TrialWorks } from './work/trial-works.ts'
import type { WorkProgress } from './work/work-progress.ts'

/** What a benchmark at work is made of. */
export interface OpenedParts {
  readonly definition: HostDefinition
  readonly planned: PlannedRun
  /** What is to be done, by trial. */
  readonly items: ReadonlyMap<string, PlanItem>
  readonly notices: readonly HostNotice[]
  /** Who is told what turns up. */
  readonly listeners: Set<(notice: HostNotice) => void>
  readonly works: TrialWorks
  readonly open: OpenWork
  readonly progress: WorkProgress
  /** What started carries its id. */
  readonly invocationId: string
}

/** A benchmark at work. Disposed, it ends all work and lets go of the results. */
export class OpenedBenchmark implements OpenedHost, AsyncDisposable {
  readonly benchmark: LoadedBenchmark
  readonly trials: readonly Trial[]
  readonly scope: TrialScope
  readonly resultsDirectory: string
  readonly items: readonly PlanItem[]
  readonly notices: readonly HostNotice[]
  readonly #parts: OpenedParts
  readonly #views: FinishedViews

  constructor(parts: OpenedParts) {
    const { definition, planned, items, notices } = parts
    this.benchmark = definition.benchmark
    this.trials = definition.trials
    this.scope = definition.scope
    this.resultsDirectory = planned.run.directory
    this.items = [...items.values()]
    this.notices = notices
    this.#parts = parts
    this.#views = new FinishedViews((evalRunId) => evidenceOf(planned.run, evalRunId))
  }

  onNotice(tell: (notice: HostNotice) => void): Disposable {
    const { listeners } = this.#parts
    listeners.add(tell)
    return { [Symbol.dispose]: () => void listeners.delete(tell) }
  }

  plan(trialIds: readonly string[]): PlanCounts {
    return countActions(trialIds.flatMap((trialId) => this.#parts.items.get(trialId) ?? []))
  }

  start(trialIds: readonly string[]): void {
    for (const trialId of trialIds) {
      // Whoever asks for the trial gets the rejection; after a cancel that may be nobody.
      this.#live(trialId).catch(() => undefined)
    }
  }

  async run({ trialId, attempt }: TrialAttempt, signal?: AbortSignal): Promise<RunSummary> {
    const work = await untilAborted(this.#parts.works.of(trialId), signal)
    return await runOf(work, attempt, signal)
  }

  async judge({ trialId, attempt }: TrialAttempt, signal?: AbortSignal): Promise<JudgingSummary> {
    // The same work for both halves: looked up again after a cancel it would be new, and start anew.
    const work = await untilAborted(this.#parts.works.of(trialId), signal)
    work.wantJudging()
    await runOf(work, attempt, signal)
    return await untilAborted(work.live(attempt), signal)
  }

  progress(): HostProgress {
    return this.#parts.progress.now()
  }

  cancel(reason: string): void {
    this.#parts.works.cancel(reason)
  }

  async trialRecords(): Promise<readonly CountedTrial[]> {
    const { run, plan } = this.#parts.planned
    const records: CountedTrial[] = []
    for await (const record of run.trials()) records.push(plan.markOutdated(record))
    return records
  }

  async spending(): Promise<BenchmarkSpending> {
    const { planned, invocationId } = this.#parts
    const costs: RunCost[] = []
    for await (const cost of planned.run.runCosts()) costs.push(cost)
    return spendingOf({ trialIds: this.trials.map(({ id }) => id), invocationId, costs })
  }

  async readRecording(evalRunId: string, query: RecordingQuery): Promise<RecordingPage> {
    return await pageOfRecording(await this.#views.view(evalRunId), query)
  }

  async evidenceView(evalRunId: string): Promise<EvidenceView> {
    return await this.#views.view(evalRunId)
  }

  async results(signal: AbortSignal): Promise<BenchmarkResults | undefined> {
    // Cancelled work writes its rows while it ends.
    await untilAborted(this.#parts.open.ended(), signal).catch(() => undefined)
    return await resultsOf(this.#parts.planned.run)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await using _planned = this.#parts.planned
    await this.#parts.works.close()
  }

  async #live(trialId: string): Promise<void> {
    const work = await this.#parts.works.of(trialId)
    await work.live(0)
  }
}

/** The finished execution of a trial for one who asks. */
async function runOf(work: TrialWork, attempt: number, signal?: AbortSignal): Promise<RunSummary> {
  const run = await untilAborted(work.run(attempt), signal)
  if (run.state === 'cancelled') throw new CancelledError(run.detail ?? 'The trial was cancelled.')
  return run
}
