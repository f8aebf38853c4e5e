import type { BenchmarkSpending } from '@vitrial/core/cost'
import type { EvidenceView, RecordingPage, RecordingQuery } from '@vitrial/core/evidence'
import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import type { countActions, PlanItem, TrialScope } from '@vitrial/core/plan'
import type { CountedTrial } from '@vitrial/core/scores'
import type { Trial } from '@vitrial/core/trial'
import type { LoadedBenchmark } from './benchmark/loaded-benchmark.ts'
import type { HostNotice } from './benchmark/notices.ts'
import type { BenchmarkResults } from './results/benchmark-results.ts'
import type { HostProgress } from './work/host-progress.ts'

/** Which attempt at which trial. */
export interface TrialAttempt {
  readonly trialId: string
  /** Vitest's retry count, 0 at first. Only a failed infrastructure or judge makes a new attempt. */
  readonly attempt: number
}

/** How many trials there are of each planned action. */
export type PlanCounts = ReturnType<typeof countActions>

/** What an invocation may work on. */
export interface HostDefinition {
  readonly benchmark: LoadedBenchmark
  readonly trials: readonly Trial[]
  /** The part of the benchmark that this invocation works on. */
  readonly scope: TrialScope
}

/** One benchmark in this process, before any work. Disposed, it closes all that it opened. */
export interface Host extends HostDefinition, AsyncDisposable {
  /**
   * What is to be done, in the order of the trials, from what is on record now. Writes nothing, and waits for nobody.
   */
  preview(): Promise<readonly PlanItem[]>
  /**
   * Checks what work needs, before any, takes the results of the benchmark and plans the work. Opened once, however
   * often it is asked for; a failure is tried anew by whoever asks next.
   *
   * @param signal ends the opening; to end work see {@link OpenedHost.cancel}.
   * @throws {BenchmarkError} or {@link InfrastructureError} naming what is missing; the signal's reason.
   */
  open(signal?: AbortSignal): Promise<OpenedHost>
}

/** One benchmark at work in this process. Trials run once however often they are asked for. */
export interface OpenedHost extends HostDefinition {
  /** The results folder of this invocation, absolute. */
  readonly resultsDirectory: string
  /** What is to be done, in the order of the trials. */
  readonly items: readonly PlanItem[]
  /** What a person must know before each run. */
  readonly notices: readonly HostNotice[]
  /** Tells what turns up while trials run, at once, until disposed. */
  onNotice(tell: (notice: HostNotice) => void): Disposable
  /** What {@link start} would do for these trials. */
  plan(trialIds: readonly string[]): PlanCounts
  /** Starts trials ahead of the tests that will ask for them; those out of scope are left out. */
  start(trialIds: readonly string[]): void
  /**
   * The finished execution of a trial, started now if nobody did. The signal ends this wait, not the
   * execution. Rejects with a `CancelledError` when cancelled or out of scope, with a `DeferredError` when it does
   * not fit into the cost limit.
   */
  run(attempt: TrialAttempt, signal?: AbortSignal): Promise<RunSummary>
  /** The judgment of a trial's execution. Rejects with a `CancelledError` when cancelled. */
  judge(attempt: TrialAttempt, signal?: AbortSignal): Promise<JudgingSummary>
  progress(): HostProgress
  /** Ends all open work; what is asked for later starts anew. Idempotent. */
  cancel(reason: string): void
  /** Every trial of the benchmark run with what it selects, in the order of the plan. */
  trialRecords(): Promise<readonly CountedTrial[]>
  /** What the benchmark run cost, as far as work has ended. */
  spending(): Promise<BenchmarkSpending>
  /** A page of a finalized recording. Rejects with a `StoreError` if it is not what was recorded. */
  readRecording(evalRunId: string, query: RecordingQuery): Promise<RecordingPage>
  /** A finalized recording of this invocation. Rejects with a `StoreError` if it is not what was recorded. */
  evidenceView(evalRunId: string): Promise<EvidenceView>
  /** What is on record, once cancelled work has ended or the signal has; undefined if its row is gone. */
  results(signal: AbortSignal): Promise<BenchmarkResults | undefined>
}
