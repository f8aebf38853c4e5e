import type { Store } from '@vitrial/core/ports'
import type { BenchmarkRunRecord, Declaration, Selection } from '@vitrial/core/records'
import type { BenchmarkRunState } from '@vitrial/core/states'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { declarationWrite } from '../rows/declaration-rows.ts'
import { expectFound } from '../rows/expect-found.ts'
import { inIds } from '../rows/in-ids.ts'
import { preparedInsert } from '../rows/prepared-insert.ts'
import { benchmarkRuns, trials } from '../schema/benchmark-runs.ts'

/** A benchmark run as it is taken up again. */
export type ResumedRun = Parameters<Store['resumeBenchmarkRun']>[1]

/** Writes benchmark runs, what they declare and what their trials select. */
export interface BenchmarkRunWrites {
  start(run: Omit<BenchmarkRunRecord, 'state' | 'completedAtMs'>): void
  resume(id: string, resumed: ResumedRun): void
  touch(id: string, atMs: number): void
  finish(id: string, state: Exclude<BenchmarkRunState, 'running'>, atMs: number): void
  declare(id: string, declaration: Declaration): void
  retireTrials(id: string, trialIds: readonly string[], atMs: number): void
  select(id: string, selections: readonly Selection[]): void
}

/** Prepares the writes of benchmark runs. */
export function benchmarkRunWrites(database: BetterSQLite3Database): BenchmarkRunWrites {
  const insertRun = preparedInsert(database, benchmarkRuns)
  const declare = declarationWrite(database)
  const setSelection = prepareSelection(database)

  return {
    start({ owner, ...run }) {
      insertRun({
        ...run,
        state: 'running',
        ownerMachine: owner.machine,
        ownerPid: owner.pid,
        ownerStartedAtMs: owner.startedAtMs,
      })
    },

    ...stateUpdates(database),

    declare,

    retireTrials(benchmarkRunId, trialIds, atMs) {
      database
        .update(trials)
        .set({ retiredAtMs: atMs })
        .where(and(eq(trials.benchmarkRunId, benchmarkRunId), isNull(trials.retiredAtMs), inIds(trials.id)))
        .prepare()
        .run({ ids: JSON.stringify(trialIds) })
    },

    select(benchmarkRunId, selections) {
      for (const { trialId, judgeRunId = null, judgmentId = null, ...selection } of selections) {
        const selected = setSelection.run({ benchmarkRunId, trialId, judgeRunId, judgmentId, ...selection })
        expectFound(selected, `trial ${trialId}`)
      }
    },
  }
}

/** What becomes of a benchmark run while it is there. */
function stateUpdates(
  database: BetterSQLite3Database,
): Pick<BenchmarkRunWrites, 'resume' | 'touch' | 'finish'> {
  return {
    resume(id, { owner, definition, invocationId, atMs }) {
      const update = database
        .update(benchmarkRuns)
        .set({
          state: 'running',
          completedAtMs: null,
          updatedAtMs: atMs,
          ownerMachine: owner.machine,
          ownerPid: owner.pid,
          ownerStartedAtMs: owner.startedAtMs,
          invocationId,
          definition,
        })
        .where(eq(benchmarkRuns.id, id))
      expectFound(update.run(), `benchmark run ${id}`)
    },

    touch(id, atMs) {
      const updatedAtMs = sql`max(${benchmarkRuns.updatedAtMs}, ${atMs})`
      const update = database.update(benchmarkRuns).set({ updatedAtMs }).where(eq(benchmarkRuns.id, id))
      expectFound(update.run(), `benchmark run ${id}`)
    },

    finish(id, state, atMs) {
      const update = database
        .update(benchmarkRuns)
        .set({ state, completedAtMs: atMs, updatedAtMs: atMs })
        .where(eq(benchmarkRuns.id, id))
      expectFound(update.run(), `benchmark run ${id}`)
    },
  }
}

/** Selects in a trial what is given, and nothing of what is null. */
function prepareSelection(database: BetterSQLite3Database) {
  return database
    .update(trials)
    .set({
      selectedEvalRunId: sql`${sql.placeholder('evalRunId')}`,
      selectedJudgeRunId: sql`${sql.placeholder('judgeRunId')}`,
      selectedJudgmentId: sql`${sql.placeholder('judgmentId')}`,
    })
    .where(
      and(
        eq(trials.benchmarkRunId, sql.placeholder('benchmarkRunId')),
        eq(trials.id, sql.placeholder('trialId')),
      ),
    )
    .prepare()
}
