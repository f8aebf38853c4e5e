import type { BenchmarkSpending } from '@vitrial/core/cost'
import type { EvidenceView, RecordingPage, RecordingQuery } from '@vitrial/core/evidence'
import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import type { countActions, PlanItem, TrialScope } from '@vitrial/core/plan'
import type { CountedTrial } from '@vitrial/core/scores'
import type { Trial } from '@vitrial/core/trial'
import type { LoadedBenchmark } from './benchmark/loaded-benchmark.ts'
import type { HostNotice } from './benchmark/notices.ts'
import type { HostProgress } from './work/host-progress.ts'
import type { BenchmarkResults } from './results/benchmark-results.ts'

/** Which attempt at which trial. */
export interface TrialAttempt {
  readonly trialId: string
  /** Vitest's retry count, 0 at first. Only a failed infrastructure or judge makes a new attempt. */
  readonly attempt: number
}

/** How many trials there are of each planned action. */
export type PlanCounts = ReturnType<typeof countActions>

/**
 * One benchmark at work in this process. Trials run once however often they are asked for.
 */
export interface Host extends AsyncDisposable {
  readonly benchmark: LoadedBenchmark
  readonly trials: readonly Trial[]
  /** The results folder of this invocation; undefined until work has started. */
  readonly resultsDirectory: string | undefined
  /** What a person must know before each run. */
  notices(): readonly HostNotice[]
  /** Tells what turns up while trials run, at once, until disposed. */
  onNotice(tell: (notice: HostNotice) => void): Disposable
  /** The part of the benchmark that this invocation works on. */
  readonly scope: TrialScope
  /** What is to be done, in the order of the trials; empty before {@link preflight}. */
  planItems(): readonly PlanItem[]
  /** The same from what is on record now, before any work. Writes nothing, and waits for nobody. */
  preview(): Promise<readonly PlanItem[]>
  /** What {@link start} would do for these trials. Writes nothing. */
  plan(trialIds: readonly string[]): PlanCounts
  /** Checks what work needs, before any. Throws a `BenchmarkError` or `InfrastructureError`. */
  preflight(): Promise<void>
  /** Starts trials ahead of the tests that will ask for them; those out of scope are left out. */
  start(trialIds: readonly string[]): void
  /**
   * The finished execution of a trial, started now if nobody did. The signal ends this wait, not the
   * execution. Rejects with a `CancelledError` when cancelled or out of scope, with a `DeferredError` when it does
   * not fit into the cost limit.
   */
  runTrial(attempt: TrialAttempt, signal?: AbortSignal): Promise<RunSummary>
  /** The judgment of a trial's execution. Rejects with a `CancelledError` when cancelled. */
  judge(attempt: TrialAttempt, signal?: AbortSignal): Promise<JudgingSummary>
  /** Every trial of the benchmark run with what it selects, in the order of the plan; none before work has started. */
  trialRecords(): Promise<readonly CountedTrial[]>
  /** What the benchmark run cost, as far as work has ended; nothing before work has started. */
  spending(): Promise<BenchmarkSpending>
  /** A page of a finalized recording. Rejects with a `StoreError` if it is not what was recorded. */
  readRecording(evalRunId: string, query: RecordingQuery): Promise<RecordingPage>
  /** A finalized recording of this invocation. Rejects with a `StoreError` if it is not what was recorded. */
  evidenceView(evalRunId: string): Promise<EvidenceView>
  /**
   * What is on record, once cancelled work has ended or the signal has; undefined before work has started.
   */
  results(signal: AbortSignal): Promise<BenchmarkResults | undefined>
  progress(): HostProgress
  /** Ends all open work; what is asked for later starts anew. Idempotent. */
  cancel(reason: string): void
}
