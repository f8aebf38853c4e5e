import type {
  BenchmarkRunRecord,
  BenchmarkRunState,
  EvalRunRecord,
  EvalRunResult,
  JudgeCheckRecord,
  JudgeRunProgress,
  JudgeRunRecord,
  JudgeRunResult,
  Judgment,
  NewEvalRun,
  NewJudgeRun,
  Page,
  Store,
  Trial,
  TrialRecord,
} from '@vitrial/core'
import type Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { benchmarkRunReads, type BenchmarkRunReads } from './benchmark-run-reads.ts'
import { benchmarkRunWrites, type BenchmarkRunWrites, type ResumedRun } from './benchmark-run-writes.ts'
import { evalRunReads, type EvalRunReads } from './eval-run-reads.ts'
import { evalRunWrites, type EvalRunWrites } from './eval-run-writes.ts'
import { closedError, GroupCommit } from './group-commit.ts'
import { judgeRunReads, type JudgeRunReads } from './judge-run-reads.ts'
import { judgeRunWrites, type JudgeRunWrites } from './judge-run-writes.ts'
import { judgmentReads, type JudgmentReads } from './judgment-reads.ts'
import { openDatabase, type DatabaseOptions } from './open-database.ts'
import { storeErrorOf } from './store-error.ts'
import { trialReads, type TrialPageOptions, type TrialReads } from './trial-reads.ts'
import { openWriteAheadLog, type WriteAheadLog } from './write-ahead-log.ts'

/**
 * Opens the results in an SQLite file, creating or migrating it as needed; `:memory:` keeps them in memory.
 *
 * Throws a `StoreError`: `VITRIAL_STORE_NEWER` for a file of a newer Vitrial, `VITRIAL_STORE_DAMAGED` for one
 * that is truncated or not ours. Neither is written to.
 *
 * @example
 * await using store = await openStore({ file: 'results/current/vitrial.db' })
 */
export async function openStore(options: DatabaseOptions): Promise<Store> {
  const connection = openDatabase(options)
  try {
    return new SqliteStore(connection, options.file, await openWriteAheadLog(connection, options.file))
  } catch (thrown) {
    connection.close()
    throw storeErrorOf(thrown, { file: options.file, step: 'open the results', kind: 'write' })
  }
}

/** Reads are consistent within a call; each write resolves once its group is on the disk. */
class SqliteStore implements Store {
  readonly #connection: Database.Database
  readonly #file: string
  readonly #log: WriteAheadLog
  readonly #commits: GroupCommit
  readonly #write: {
    readonly benchmarkRun: BenchmarkRunWrites
    readonly evalRun: EvalRunWrites
    readonly judgeRun: JudgeRunWrites
  }
  readonly #reads: {
    readonly benchmarkRun: BenchmarkRunReads
    readonly evalRun: EvalRunReads
    readonly judgeRun: JudgeRunReads
    readonly judgment: JudgmentReads
    readonly trial: TrialReads
  }

  constructor(connection: Database.Database, file: string, log: WriteAheadLog) {
    const database = drizzle(connection)
    this.#connection = connection
    this.#file = file
    this.#log = log
    this.#commits = new GroupCommit({ connection, file, flush: () => log.flush() })
    this.#write = {
      benchmarkRun: benchmarkRunWrites(database),
      evalRun: evalRunWrites(database),
      judgeRun: judgeRunWrites(database),
    }
    const records = {
      evalRun: evalRunReads(database),
      judgeRun: judgeRunReads(database),
      judgment: judgmentReads(database),
    }
    this.#reads = {
      ...records,
      benchmarkRun: benchmarkRunReads(database),
      trial: trialReads(database, records),
    }
  }

  startBenchmarkRun(run: Omit<BenchmarkRunRecord, 'state' | 'completedAtMs'>): Promise<void> {
    return this.#commits.write(`start benchmark run ${run.id}`, () => this.#write.benchmarkRun.start(run))
  }

  resumeBenchmarkRun(id: string, resumed: ResumedRun): Promise<void> {
    return this.#commits.write(`resume benchmark run ${id}`, () =>
      this.#write.benchmarkRun.resume(id, resumed),
    )
  }

  touchBenchmarkRun(id: string, atMs: number): Promise<void> {
    return this.#commits.write(`renew benchmark run ${id}`, () => this.#write.benchmarkRun.touch(id, atMs))
  }

  finishBenchmarkRun(id: string, state: Exclude<BenchmarkRunState, 'running'>, atMs: number): Promise<void> {
    return this.#commits.write(`finish benchmark run ${id}`, () =>
      this.#write.benchmarkRun.finish(id, state, atMs),
    )
  }

  declareTrials(benchmarkRunId: string, trials: readonly Trial[]): Promise<void> {
    return this.#commits.write(`declare the trials of benchmark run ${benchmarkRunId}`, () =>
      this.#write.benchmarkRun.declareTrials(benchmarkRunId, trials),
    )
  }

  startEvalRun(run: NewEvalRun): Promise<void> {
    return this.#commits.write(`start eval run ${run.id}`, () => this.#write.evalRun.start(run))
  }

  markExecuting(id: string, atMs: number): Promise<void> {
    return this.#commits.write(`mark eval run ${id} as executing`, () =>
      this.#write.evalRun.markExecuting(id, atMs),
    )
  }

  finalizeEvalRun(id: string, result: EvalRunResult): Promise<void> {
    return this.#commits.write(`finalize eval run ${id}`, () => this.#write.evalRun.finalize(id, result))
  }

  startJudgeRun(run: NewJudgeRun): Promise<void> {
    return this.#commits.write(`start judge run ${run.id}`, () => this.#write.judgeRun.start(run))
  }

  updateJudgeRun(id: string, progress: JudgeRunProgress): Promise<void> {
    return this.#commits.write(`update judge run ${id}`, () => this.#write.judgeRun.update(id, progress))
  }

  saveCheck(check: JudgeCheckRecord): Promise<void> {
    return this.#commits.write(`save check ${check.id}`, () => this.#write.judgeRun.saveCheck(check))
  }

  finishJudgeRun(id: string, result: JudgeRunResult, judgment?: Judgment): Promise<void> {
    return this.#commits.write(`finish judge run ${id}`, () =>
      this.#write.judgeRun.finish(id, result, judgment),
    )
  }

  readLatestBenchmarkRun(): Promise<BenchmarkRunRecord | undefined> {
    return this.#read('read the latest benchmark run', () => this.#reads.benchmarkRun.readLatest())
  }

  readOpenRuns(benchmarkRunId: string): ReturnType<Store['readOpenRuns']> {
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

  readJudgeRuns(evalRunId: string): Promise<readonly JudgeRunRecord[]> {
    return this.#read(`read the judge runs of eval run ${evalRunId}`, () =>
      this.#reads.judgeRun.readOf(evalRunId),
    )
  }

  readChecks(judgeRunId: string): Promise<readonly JudgeCheckRecord[]> {
    return this.#read(`read the checks of judge run ${judgeRunId}`, () =>
      this.#reads.judgeRun.readChecks(judgeRunId),
    )
  }

  readJudgment(id: string): Promise<Judgment | undefined> {
    return this.#read(`read judgment ${id}`, () => this.#reads.judgment.read([id]).get(id))
  }

  /** Brings what is under way to the disk and closes the file. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#commits.close()
    await this.#log[Symbol.asyncDispose]()
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
