import type { EvalRunResult, NewEvalRun } from '@vitrial/core'
import { eq, sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { expectFound } from './expect-found.ts'
import { preparedInsert } from './prepared-insert.ts'
import { errorRowOf } from './schema/error-columns.ts'
import { evalRuns, measurements } from './schema/eval-runs.ts'

export interface EvalRunWrites {
  start(run: NewEvalRun): void
  markExecuting(id: string, atMs: number): void
  finalize(id: string, result: EvalRunResult): void
}

export function evalRunWrites(database: BetterSQLite3Database): EvalRunWrites {
  const insertRun = preparedInsert(database, evalRuns)
  const insertMeasurement = preparedInsert(database, measurements)

  return {
    start(run) {
      insertRun({ ...run, state: 'running' })
    },

    markExecuting(id, atMs) {
      const update = database.update(evalRuns).set({ executionStartedAtMs: atMs }).where(eq(evalRuns.id, id))
      expectFound(update.run(), `eval run ${id}`)
    },

    finalize(id, { error, usage, measurements: measured, ...result }) {
      // Measurements first: the run's end seals them.
      measured.forEach(({ id: measurementId, value, unit }, index) =>
        insertMeasurement({ evalRunId: id, position: index + 1, measurementId, value, unit }),
      )
      const update = database
        .update(evalRuns)
        .set({ ...result, ...errorRowOf(error), ...usage })
        .where(eq(evalRuns.id, id))
      expectFound(update.run(), `eval run ${id}`)
      select(database, id)
    },
  }
}

/** Selects an eval run in its trial, with the judgment that a live judge may already have made of it. */
function select(database: BetterSQLite3Database, evalRunId: string): void {
  database.run(sql`
    UPDATE trials SET
      selected_eval_run_id = eval_runs.id,
      selected_judgment_id = (SELECT judgments.id FROM judgments WHERE judgments.eval_run_id = eval_runs.id
        ORDER BY judgments.created_at_ms DESC, judgments.id DESC LIMIT 1)
    FROM eval_runs
    WHERE eval_runs.id = ${evalRunId}
      AND trials.benchmark_run_id = eval_runs.benchmark_run_id AND trials.id = eval_runs.trial_id`)
}
