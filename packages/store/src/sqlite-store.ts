import type { Judgment } from '@vitrial/core/judging'
import type { Store } from '@vitrial/core/ports'
import type {
  BenchmarkRunRecord,
  Declaration,
  EvalRunResult,
  JudgeCheckRecord,
  JudgeRunProgress,
  JudgeRunResult,
  NewEvalRun,
  NewJudgeRun,
  Selection,
} from '@vitrial/core/records'
import type { BenchmarkRunState } from '@vitrial/core/states'
import type Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import {
  benchmarkRunWrites,
  type BenchmarkRunWrites,
  type ResumedRun,
} from './writes/benchmark-run-writes.ts'
import { evalRunWrites, type EvalRunWrites } from './writes/eval-run-writes.ts'
import { GroupCommit } from './database/group-commit.ts'
import { judgeRunWrites, type JudgeRunWrites } from './writes/judge-run-writes.ts'
import { openDatabase, type DatabaseOptions } from './database/open-database.ts'
import { SqliteStoreReader } from './sqlite-store-reader.ts'
import { storeErrorOf } from './database/store-error.ts'
import { openWriteAheadLog, type WriteAheadLog } from './database/write-ahead-log.ts'

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
class SqliteStore extends SqliteStoreReader implements Store {
  readonly #log: WriteAheadLog
  readonly #commits: GroupCommit
  readonly #write: {
    readonly benchmarkRun: BenchmarkRunWrites
    readonly evalRun: EvalRunWrites
    readonly judgeRun: JudgeRunWrites
  }

  constructor(connection: Database.Database, file: string, log: WriteAheadLog) {
    super(connection, file)
    const database = drizzle(connection)
    this.#log = log
    this.#commits = new GroupCommit({ connection, file, flush: () => log.flush() })
    this.#write = {
      benchmarkRun: benchmarkRunWrites(database),
      evalRun: evalRunWrites(database),
      judgeRun: judgeRunWrites(database),
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

  declare(benchmarkRunId: string, declaration: Declaration): Promise<void> {
    return this.#commits.write(`declare the trials of benchmark run ${benchmarkRunId}`, () =>
      this.#write.benchmarkRun.declare(benchmarkRunId, declaration),
    )
  }

  retireTrials(benchmarkRunId: string, trialIds: readonly string[], atMs: number): Promise<void> {
    return this.#commits.write(`retire trials of benchmark run ${benchmarkRunId}`, () =>
      this.#write.benchmarkRun.retireTrials(benchmarkRunId, trialIds, atMs),
    )
  }

  select(benchmarkRunId: string, selections: readonly Selection[]): Promise<void> {
    return this.#commits.write(`select earlier work in benchmark run ${benchmarkRunId}`, () =>
      this.#write.benchmarkRun.select(benchmarkRunId, selections),
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

  /** Brings what is under way to the disk and closes the file. */
  override async [Symbol.asyncDispose](): Promise<void> {
    await this.#commits.close()
    await this.#log[Symbol.asyncDispose]()
    await super[Symbol.asyncDispose]()
  }
}
