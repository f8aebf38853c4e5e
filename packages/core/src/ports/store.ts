import type { Judgment } from '../judging/judgment.ts'
import type { BenchmarkRunRecord } from '../records/benchmark-run-record.ts'
import type { Declaration } from '../records/declaration.ts'
import type { EvalRunResult, NewEvalRun } from '../records/eval-run-record.ts'
import type { JudgeCheckRecord } from '../records/judge-check-record.ts'
import type { JudgeRunProgress, JudgeRunResult, NewJudgeRun } from '../records/judge-run-record.ts'
import type { Selection } from '../records/selection.ts'
import type { BenchmarkRunState } from '../states/benchmark-run-state.ts'
import type { StoreReader } from './store-reader.ts'

/**
 * The one writer of a benchmark's results. Every write resolves once it is durable. A finalized eval
 * run, judge run or judgment never changes: a second write throws `VITRIAL_STORE_IMMUTABLE`.
 *
 * @example
 * ```ts
 * const trials = [trialOf({ evalId: 'ask', model: 'scripted/careful', repetition: 1 })]
 * await store.startBenchmarkRun(benchmarkRun)
 * await store.declare(benchmarkRun.id, { trials, evals: [{ id: 'ask', metrics }] })
 * await store.startEvalRun(evalRun)
 * await store.markExecuting(evalRun.id, clock.now())
 * const ended = { completedAtMs: clock.now(), usage: access.usage(), measurements: [] }
 * await store.finalizeEvalRun(evalRun.id, { state: 'completed', evidenceHash, ...ended })
 * await store.finishBenchmarkRun(benchmarkRun.id, 'completed', clock.now())
 * ```
 */
export interface Store extends StoreReader {
  /** Begins a benchmark run, which is `running` from then on. */
  startBenchmarkRun(run: Omit<BenchmarkRunRecord, 'state' | 'completedAtMs'>): Promise<void>
  /**
   * Hands a benchmark run to a new owner: it is running again from `atMs` on. What its last owner left running stays
   * so until it is ended by {@link finalizeEvalRun} and {@link finishJudgeRun}.
   */
  resumeBenchmarkRun(
    benchmarkRunId: string,
    resumed: Pick<BenchmarkRunRecord, 'owner' | 'definition' | 'invocationId'> & { readonly atMs: number },
  ): Promise<void>
  /** Renews the heartbeat. */
  touchBenchmarkRun(benchmarkRunId: string, atMs: number): Promise<void>
  /** Ends a benchmark run. */
  finishBenchmarkRun(
    benchmarkRunId: string,
    state: Exclude<BenchmarkRunState, 'running'>,
    atMs: number,
  ): Promise<void>
  /** Makes a row for each trial that has none, and keeps what is declared in place of what was before. */
  declare(benchmarkRunId: string, declaration: Declaration): Promise<void>
  /** Takes trials out of the aggregate until they are declared again. What is on record of them is kept. */
  retireTrials(benchmarkRunId: string, trialIds: readonly string[], atMs: number): Promise<void>
  /**
   * Has trials select what is on record of them: one transaction. Throws `VITRIAL_STORE_REFUSED`, and selects
   * nothing, if one is to select what is not its own.
   */
  select(benchmarkRunId: string, selections: readonly Selection[]): Promise<void>

  /** Begins an eval run. No trial selects it before it has ended. */
  startEvalRun(run: NewEvalRun): Promise<void>
  /** Notes when an eval run got its place. */
  markExecuting(evalRunId: string, atMs: number): Promise<void>
  /** Ends an eval run and, if it belongs to a trial, selects it there: one transaction. */
  finalizeEvalRun(evalRunId: string, result: EvalRunResult): Promise<void>

  /** Begins a judge run, which from now on speaks for the trial that selects its eval run. */
  startJudgeRun(run: NewJudgeRun): Promise<void>
  /** Notes how far a judge run is. */
  updateJudgeRun(judgeRunId: string, progress: JudgeRunProgress): Promise<void>
  /** Keeps a question to a judge, in place of what was kept of it before. */
  saveCheck(check: JudgeCheckRecord): Promise<void>
  /** Ends a judge run; with a judgment, keeps and selects that too: one transaction. */
  finishJudgeRun(judgeRunId: string, result: JudgeRunResult, judgment?: Judgment): Promise<void>
}
