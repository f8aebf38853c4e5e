import type { EvalRunResult, NewEvalRun } from '@vitrial/core/records'
import { eq, sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { asStored, evalRunHash } from '../hash/content-hash.ts'
import { fingerprintWrite } from '../rows/fingerprint-rows.ts'
import { preparedInsert } from '../rows/prepared-insert.ts'
import { preparedUpdate } from '../rows/prepared-update.ts'
import { armRowOf } from '../schema/arm-column.ts'
import { trials } from '../schema/benchmark-runs.ts'
import { errorColumnNames, errorRowOf } from '../schema/error-columns.ts'
import { evalRuns, measurements } from '../schema/eval-runs.ts'
import { usageColumnNames } from '../schema/usage-columns.ts'

/** Writes eval runs with their measurements. */
export interface EvalRunWrites {
  start(run: NewEvalRun): void
  markExecuting(id: string, atMs: number): void
  finalize(id: string, result: EvalRunResult): void
}

/** Prepares the writes of eval runs. */
export function evalRunWrites(database: BetterSQLite3Database): EvalRunWrites {
  const insertRun = preparedInsert(database, evalRuns)
  const keepFingerprint = fingerprintWrite(database)
  const insertMeasurement = preparedInsert(database, measurements)
  const noun = 'eval run'
  const setExecuting = preparedUpdate(database, { table: evalRuns, noun, columns: ['executionStartedAtMs'] })
  const setResult = preparedUpdate(database, {
    table: evalRuns,
    noun,
    columns: [
      'state',
      'outcome',
      'detail',
      'evidenceHash',
      'completedAtMs',
      'contentHash',
      ...errorColumnNames,
      ...usageColumnNames,
    ],
  })
  const started = database
    .select()
    .from(evalRuns)
    .where(eq(evalRuns.id, sql.placeholder('id')))
    .prepare()
  const selectInTrial = prepareSelection(database)

  return {
    start({ candidateInputs, ...run }) {
      keepFingerprint(run.candidateFingerprint, candidateInputs)
      insertRun({ ...run, ...armRowOf(run), state: 'running' })
    },

    markExecuting(id, atMs) {
      setExecuting(id, { executionStartedAtMs: atMs })
    },

    finalize(
      id,
      { state, outcome, detail, evidenceHash, completedAtMs, error, usage, measurements: measured },
    ) {
      // Measurements first: the run's end seals them.
      const parts = measured.map(({ id: measurementId, value, unit }, index) =>
        asStored({ evalRunId: id, position: index + 1, measurementId, value, unit }),
      )
      for (const part of parts) insertMeasurement(part)
      // Named one by one: a whole record of another database is a result too.
      const said = { state, outcome, detail, evidenceHash, completedAtMs }
      const end = asStored({ ...said, ...errorRowOf(error), ...usage })
      setResult(id, { ...end, contentHash: evalRunHash({ ...started.get({ id }), ...end }, parts) })
      selectInTrial.run({ id })
    },
  }
}

/** Selects an eval run in its trial, with what a live judge may already have made of it. */
function prepareSelection(database: BetterSQLite3Database) {
  const newestJudgeRunId = sql`(SELECT judge_runs.id FROM judge_runs
    WHERE judge_runs.eval_run_id = ${sql.placeholder('id')}
    ORDER BY judge_runs.started_at_ms DESC, judge_runs.id DESC LIMIT 1)`
  const newestJudgmentId = sql`(SELECT judgments.id FROM judgments
    WHERE judgments.eval_run_id = ${sql.placeholder('id')}
    ORDER BY judgments.created_at_ms DESC, judgments.id DESC LIMIT 1)`
  return database
    .update(trials)
    .set({
      selectedEvalRunId: sql`${sql.placeholder('id')}`,
      selectedJudgeRunId: newestJudgeRunId,
      selectedJudgmentId: newestJudgmentId,
    })
    .where(
      sql`(benchmark_run_id, id) =
        (SELECT benchmark_run_id, trial_id FROM eval_runs WHERE id = ${sql.placeholder('id')})`,
    )
    .prepare()
}
