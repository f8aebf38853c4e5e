import type { Judgment } from '@vitrial/core/judging'
import type { JudgeCheckRecord, JudgeRunProgress, JudgeRunResult, NewJudgeRun } from '@vitrial/core/records'
import { asc, eq, sql, type SQL } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { asStored, judgeRunHash } from '../hash/content-hash.ts'
import { expectFound } from '../rows/expect-found.ts'
import { fingerprintWrite } from '../rows/fingerprint-rows.ts'
import { judgeInputsHash } from '../hash/judge-inputs-hash.ts'
import { judgmentWrite } from './judgment-write.ts'
import { preparedInsert } from '../rows/prepared-insert.ts'
import { preparedUpdate } from '../rows/prepared-update.ts'
import { trials } from '../schema/benchmark-runs.ts'
import { errorColumnNames, errorRowOf } from '../schema/error-columns.ts'
import { judgeChecks, judgeInputs, judgeRuns } from '../schema/judge-runs.ts'
import { usageColumnNames } from '../schema/usage-columns.ts'

/** Writes judge runs with their checks and the judgment they make. */
export interface JudgeRunWrites {
  start(run: NewJudgeRun): void
  update(id: string, progress: JudgeRunProgress): void
  saveCheck(check: JudgeCheckRecord): void
  finish(id: string, result: JudgeRunResult, judgment?: Judgment): void
}

/** Prepares the writes of judge runs. */
export function judgeRunWrites(database: BetterSQLite3Database): JudgeRunWrites {
  const insertRun = preparedInsert(database, judgeRuns)
  const keepFingerprint = fingerprintWrite(database)
  const insertInputs = preparedInsert(database, judgeInputs)
  const hasInputs = database
    .select({ hash: judgeInputs.hash })
    .from(judgeInputs)
    .where(eq(judgeInputs.hash, sql.placeholder('hash')))
    .prepare()
  const setProgress = prepareProgress(database)
  const putCheck = prepareCheck(database)
  const setResult = prepareResult(database)
  const started = database
    .select()
    .from(judgeRuns)
    .where(eq(judgeRuns.id, sql.placeholder('id')))
    .prepare()
  const checks = database
    .select()
    .from(judgeChecks)
    .where(eq(judgeChecks.judgeRunId, sql.placeholder('id')))
    .orderBy(asc(judgeChecks.queuedAtMs), asc(judgeChecks.id))
    .prepare()
  const writeJudgment = judgmentWrite(database)
  const speakInTrial = prepareSpeaking(database)

  return {
    start({ inputs, judgeInputs: components, ...run }) {
      keepFingerprint(run.judgeFingerprint, components)
      const stored = {
        ...inputs,
        metrics: inputs.metrics.map(({ id, label, line }) => ({ id, label, line })),
      }
      const hash = judgeInputsHash(stored)
      if (!hasInputs.get({ hash })) insertInputs({ hash, ...stored })
      insertRun({ ...run, inputsHash: hash, state: 'running' })
      speakInTrial.run({ id: run.id, evalRunId: run.evalRunId })
    },

    update(id, progress) {
      const unchanged = { activity: null, executionStartedAtMs: null, archiveStartedAtMs: null }
      expectFound(setProgress.run({ ...unchanged, ...progress, id }), `judge run ${id}`)
    },

    saveCheck(check) {
      putCheck.run({ startedAtMs: null, completedAtMs: null, outcome: null, ...check })
    },

    finish(id, result, judgment) {
      // Named one by one: a whole record of another database is a result too.
      const { state, detail, completedAtMs, evidenceReads, rejectedSubmissions } = result
      const said = { state, detail, completedAtMs, evidenceReads, rejectedSubmissions }
      const kept = result.files && { files: JSON.stringify(result.files) }
      const end = asStored({ ...said, ...kept, ...errorRowOf(result.error), ...result.usage })
      const contentHash = judgeRunHash({ ...started.get({ id }), ...end }, checks.all({ id }))
      setResult(id, { ...end, contentHash })
      if (judgment) writeJudgment(judgment, id, result.completedAtMs)
    },
  }
}

/** Ends a run: what is not said becomes null. */
function prepareResult(database: BetterSQLite3Database) {
  return preparedUpdate(database, {
    table: judgeRuns,
    noun: 'judge run',
    columns: [
      'state',
      'detail',
      'completedAtMs',
      'evidenceReads',
      'rejectedSubmissions',
      'files',
      'contentHash',
      ...errorColumnNames,
      ...usageColumnNames,
    ],
  })
}

/**
 * Lets a run speak for the trial that selects the eval run it judges. What it makes of that is not known yet: an earlier
 * judgment counts until there is a new one.
 */
function prepareSpeaking(database: BetterSQLite3Database) {
  return database
    .update(trials)
    .set({ selectedJudgeRunId: sql`${sql.placeholder('id')}` })
    .where(eq(trials.selectedEvalRunId, sql.placeholder('evalRunId')))
    .prepare()
}

function given(name: keyof JudgeRunProgress): SQL {
  return sql`coalesce(${sql.placeholder(name)}, ${judgeRuns[name]})`
}

/** Changes what is given and leaves what is null. */
function prepareProgress(database: BetterSQLite3Database) {
  return database
    .update(judgeRuns)
    .set({
      activity: given('activity'),
      executionStartedAtMs: given('executionStartedAtMs'),
      archiveStartedAtMs: given('archiveStartedAtMs'),
    })
    .where(eq(judgeRuns.id, sql.placeholder('id')))
    .prepare()
}

/** Adds a check, or puts it in place of what was saved of it before. */
function prepareCheck(database: BetterSQLite3Database) {
  return database
    .insert(judgeChecks)
    .values({
      id: sql.placeholder('id'),
      judgeRunId: sql.placeholder('judgeRunId'),
      requestId: sql.placeholder('requestId'),
      phase: sql.placeholder('phase'),
      checkpoint: sql.placeholder('checkpoint'),
      queuedAtMs: sql.placeholder('queuedAtMs'),
      startedAtMs: sql.placeholder('startedAtMs'),
      completedAtMs: sql.placeholder('completedAtMs'),
      outcome: sql.placeholder('outcome'),
    })
    .onConflictDoUpdate({
      target: judgeChecks.id,
      set: {
        judgeRunId: sql`excluded.judge_run_id`,
        requestId: sql`excluded.request_id`,
        phase: sql`excluded.phase`,
        checkpoint: sql`excluded.checkpoint`,
        queuedAtMs: sql`excluded.queued_at_ms`,
        startedAtMs: sql`excluded.started_at_ms`,
        completedAtMs: sql`excluded.completed_at_ms`,
        outcome: sql`excluded.outcome`,
      },
    })
    .prepare()
}
