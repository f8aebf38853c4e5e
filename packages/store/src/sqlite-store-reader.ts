import type { AttemptsQuery, Page, PageOptions, StoreReader, TrialPageOptions } from '@vitrial/core/ports'
import type {
  BenchmarkRunRecord,
  Declaration,
  EvalRunRecord,
  JudgeCheckRecord,
  JudgeRunRecord,
  JudgmentRecord,
  RowFault,
  RunCost,
  TrialRecord,
} from '@vitrial/core/records'
import type Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { benchmarkRunReads, type BenchmarkRunReads } from './reads/benchmark-run-reads.ts'
import { declarationRead } from './rows/declaration-rows.ts'
import { evalRunReads, type EvalRunReads } from './reads/eval-run-reads.ts'
import { closedError } from './database/group-commit.ts'
import { judgeRunReads, type JudgeRunReads } from './reads/judge-run-reads.ts'
import { judgmentReads, type JudgmentReads } from './reads/judgment-reads.ts'
import { openForReading } from './database/open-for-reading.ts'
import { runCostReads, type RunCostReads } from './reads/run-cost-reads.ts'
import { rowFaultReads } from './reads/row-faults.ts'
import { storeErrorOf } from './database/store-error.ts'
import { trialReads, type TrialReads } from './reads/trial-reads.ts'

/**
 * Opens the results in an SQLite file for reading, while another process may be writing them. The file is left
 * as it is, and nothing beside it; on a disk that is read-only or full it is read into memory.
 *
 * Throws a `StoreError`: `VITRIAL_STORE_READ` if there is no such file or it cannot be read,
 * `VITRIAL_STORE_NEWER` for one of a newer Vitrial, `VITRIAL_STORE_DAMAGED` for one that is truncated or not ours.
 *
 * @example
 * await using store = await openStoreReader({ file: 'results/current/vitrial.db' })
 */
export async function openStoreReader({ file }: { readonly file: string }): Promise<StoreReader> {
  return new SqliteStoreReader(openForReading(file), file)
}

/** Reads are consistent within a call. */
export class SqliteStoreReader implements StoreReader {
  readonly #connection: Database.Database
  readonly #file: string
  readonly #reads: {
    readonly benchmarkRun: BenchmarkRunReads
    readonly evalRun: EvalRunReads
    readonly judgeRun: JudgeRunReads
    readonly judgment: JudgmentReads
    readonly trial: TrialReads
    readonly rowFaults: ReturnType<typeof rowFaultReads>
    readonly runCost: RunCostReads
    readonly declaration: (benchmarkRunId: string) => Declaration
  }

  constructor(connection: Database.Database, file: string) {
    const database = drizzle(connection)
    this.#connection = connection
    this.#file = file
    const records = {
      evalRun: evalRunReads(database),
      judgeRun: judgeRunReads(database),
      judgment: judgmentReads(database),
    }
    this.#reads = {
      ...records,
      benchmarkRun: benchmarkRunReads(database),
      trial: trialReads(database, records),
      rowFaults: rowFaultReads(connection, records),
      runCost: runCostReads(database),
      declaration: declarationRead(database),
    }
  }

  readLatestBenchmarkRun(): Promise<BenchmarkRunRecord | undefined> {
    return this.#read('read the latest benchmark run', () => this.#reads.benchmarkRun.readLatest())
  }

  readOpenRuns(benchmarkRunId: string): ReturnType<StoreReader['readOpenRuns']> {
    return this.#read(`read the open runs of benchmark run ${benchmarkRunId}`, () => ({
      evalRuns: this.#reads.evalRun.readOpen(benchmarkRunId),
      judgeRuns: this.#reads.judgeRun.readOpen(benchmarkRunId),
    }))
  }

  readBenchmarkRun(id: string): Promise<BenchmarkRunRecord | undefined> {
    return this.#read(`read benchmark run ${id}`, () => this.#reads.benchmarkRun.read(id))
  }

  readTrials(benchmarkRunId: string, options: TrialPageOptions): Promise<Page<TrialRecord>> {
    return this.#read(`read the trials of benchmark run ${benchmarkRunId}`, () =>
      this.#reads.trial.page(benchmarkRunId, options),
    )
  }

  readTrial(benchmarkRunId: string, trialId: string): Promise<TrialRecord | undefined> {
    return this.#read(`read trial ${trialId}`, () => this.#reads.trial.read(benchmarkRunId, trialId))
  }

  readEvalRun(id: string): Promise<EvalRunRecord | undefined> {
    return this.#read(`read eval run ${id}`, () => this.#reads.evalRun.read(id))
  }

  readEvalRuns(benchmarkRunId: string, options: PageOptions): Promise<Page<EvalRunRecord>> {
    return this.#read(`read the eval runs of benchmark run ${benchmarkRunId}`, () =>
      this.#reads.evalRun.page(benchmarkRunId, options),
    )
  }

  readAttempts(benchmarkRunId: string, query: AttemptsQuery): Promise<readonly EvalRunRecord[]> {
    return this.#read(`read the attempts at trial ${query.trialId}`, () =>
      this.#reads.evalRun.readAttempts(benchmarkRunId, query),
    )
  }

  readLastAttempt(benchmarkRunId: string, trialId: string): Promise<number> {
    return this.#read(`read the last attempt at trial ${trialId}`, () =>
      this.#reads.evalRun.readLastAttempt(benchmarkRunId, trialId),
    )
  }

  readJudgeRuns(evalRunId: string, judgeFingerprint?: string): Promise<readonly JudgeRunRecord[]> {
    return this.#read(`read the judge runs of eval run ${evalRunId}`, () =>
      this.#reads.judgeRun.readOf(evalRunId, judgeFingerprint),
    )
  }

  readChecks(judgeRunId: string): Promise<readonly JudgeCheckRecord[]> {
    return this.#read(`read the checks of judge run ${judgeRunId}`, () =>
      this.#reads.judgeRun.readChecks(judgeRunId),
    )
  }

  readJudgment(id: string): Promise<JudgmentRecord | undefined> {
    return this.#read(`read judgment ${id}`, () => this.#reads.judgment.read([id]).get(id))
  }

  readRowFaults(benchmarkRunId: string, options: PageOptions): Promise<Page<RowFault>> {
    return this.#read(`check the rows of benchmark run ${benchmarkRunId}`, () =>
      this.#reads.rowFaults(benchmarkRunId, options),
    )
  }

  readRunCosts(benchmarkRunId: string, options: PageOptions): Promise<Page<RunCost>> {
    return this.#read(`read the costs of benchmark run ${benchmarkRunId}`, () =>
      this.#reads.runCost.page(benchmarkRunId, options),
    )
  }

  readDeclaration(benchmarkRunId: string): Promise<Declaration> {
    return this.#read(`read what benchmark run ${benchmarkRunId} declares`, () =>
      this.#reads.declaration(benchmarkRunId),
    )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close()
  }

  async #read<Result>(step: string, read: () => Result): Promise<Result> {
    if (!this.#connection.open) throw closedError(this.#file, step)
    try {
      return this.#connection.transaction(read)()
    } catch (thrown) {
      throw storeErrorOf(thrown, { file: this.#file, step, kind: 'read' })
    }
  }
}
