import type { BenchmarkRunRecord } from '../records/benchmark-run-record.ts'
import type { Declaration } from '../records/declaration.ts'
import type { EvalRunRecord } from '../records/eval-run-record.ts'
import type { JudgeCheckRecord } from '../records/judge-check-record.ts'
import type { JudgeRunRecord } from '../records/judge-run-record.ts'
import type { JudgmentRecord } from '../records/judgment-record.ts'
import type { RowFault } from '../records/row-fault.ts'
import type { RunCost } from '../records/run-cost.ts'
import type { TrialRecord } from '../records/trial-record.ts'

/** The eval runs of a trial that had the same inputs. */
export interface AttemptsQuery {
  readonly trialId: string
  readonly candidateFingerprint: string
}

/** A page of rows; `next` continues, absent at the end. */
export interface Page<T> {
  readonly rows: readonly T[]
  readonly next?: string
}

/** A page of rows is asked for by these. */
export interface PageOptions {
  /** How many rows at most; at least 1. */
  readonly limit: number
  /** The `next` of the page before. */
  readonly after?: string
}

/** A page of trials is asked for by these. */
export interface TrialPageOptions extends PageOptions {
  /** Retired trials too. @default false */
  readonly withRetired?: boolean
}

/**
 * Reads a benchmark's results. Each call sees them at one moment.
 *
 * @example
 * ```ts
 * async function* everyTrial(store: StoreReader, run: string): AsyncIterable<TrialRecord> {
 *   let next: string | undefined
 *   do {
 *     const page = await store.readTrials(run, { limit: 100, ...(next && { after: next }) })
 *     yield* page.rows
 *     next = page.next
 *   } while (next !== undefined)
 * }
 * ```
 */
export interface StoreReader extends AsyncDisposable {
  /** The benchmark run of this file, the latest if it holds several; undefined in a new file. */
  readLatestBenchmarkRun(): Promise<BenchmarkRunRecord | undefined>
  /** Eval runs and judge runs that are `running`, oldest first. */
  readOpenRuns(
    benchmarkRunId: string,
  ): Promise<{ readonly evalRuns: readonly EvalRunRecord[]; readonly judgeRuns: readonly JudgeRunRecord[] }>
  /** One benchmark run; undefined if the file holds no such run. */
  readBenchmarkRun(benchmarkRunId: string): Promise<BenchmarkRunRecord | undefined>
  /** The trials, in the order they were declared. */
  readTrials(benchmarkRunId: string, options: TrialPageOptions): Promise<Page<TrialRecord>>
  /** One trial, retired or not; undefined if it was never declared. */
  readTrial(benchmarkRunId: string, trialId: string): Promise<TrialRecord | undefined>
  /** One eval run, selected or not; undefined if there is none. */
  readEvalRun(evalRunId: string): Promise<EvalRunRecord | undefined>
  /** Every eval run there is, selected or not, by id. */
  readEvalRuns(benchmarkRunId: string, options: PageOptions): Promise<Page<EvalRunRecord>>
  /** The eval runs of a trial whose candidate had a fingerprint, the latest attempt first. */
  readAttempts(benchmarkRunId: string, query: AttemptsQuery): Promise<readonly EvalRunRecord[]>
  /** The number of the last attempt at a trial; 0 if there was none. */
  readLastAttempt(benchmarkRunId: string, trialId: string): Promise<number>
  /**
   * The gradings of an eval run, in the order they started.
   *
   * @param judgeFingerprint leaves out those that were made from other inputs. @default all
   */
  readJudgeRuns(evalRunId: string, judgeFingerprint?: string): Promise<readonly JudgeRunRecord[]>
  /** The questions to a judge in one judge run, in the order they queued. */
  readChecks(judgeRunId: string): Promise<readonly JudgeCheckRecord[]>
  /** One judgment, selected or not; undefined if there is none. */
  readJudgment(judgmentId: string): Promise<JudgmentRecord | undefined>
  /** Rows that are not what was written; `limit` is how many eval runs are looked at, with all that was made of them. */
  readRowFaults(benchmarkRunId: string, options: PageOptions): Promise<Page<RowFault>>
  /** What the runs of candidates and judges that have ended cost, selected or not, by id. */
  readRunCosts(benchmarkRunId: string, options: PageOptions): Promise<Page<RunCost>>
  /** What was declared last. */
  readDeclaration(benchmarkRunId: string): Promise<Declaration>
}
