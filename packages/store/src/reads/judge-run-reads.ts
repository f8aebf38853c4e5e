import type { ComponentHashes } from '@vitrial/core/inputs'
import { manifestFileSchema, type ManifestFile } from '@vitrial/core/recording'
import type { JudgeCheckRecord, JudgeRunInputs, JudgeRunRecord } from '@vitrial/core/records'
import { and, asc, eq, sql, type InferSelectModel } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { judgeRunHash } from '../hash/content-hash.ts'
import { fingerprintRead } from '../rows/fingerprint-rows.ts'
import { groupBy } from './group-by.ts'
import { inIds } from '../rows/in-ids.ts'
import { omitNulls } from '../rows/omit-nulls.ts'
import { errorOf } from '../schema/error-columns.ts'
import { evalRuns } from '../schema/eval-runs.ts'
import { judgeChecks, judgeInputs, judgeRuns } from '../schema/judge-runs.ts'
import { usageOf } from '../schema/usage-columns.ts'

/** A judge run with the newest judgment it is part of. */
interface JudgeRunRow {
  readonly judgeRun: InferSelectModel<typeof judgeRuns>
  readonly judgmentId: string | null
}

/** For a query that reads `judge_runs`. Raw names: drizzle would leave the table's name out of them. */
export const newestJudgmentId = sql<string | null>`(
  SELECT judgments.id FROM judgment_judge_runs
  JOIN judgments ON judgments.id = judgment_judge_runs.judgment_id
  WHERE judgment_judge_runs.judge_run_id = judge_runs.id
  ORDER BY judgments.created_at_ms DESC, judgments.id DESC LIMIT 1)`

/** Reads judge runs with their inputs and checks. */
export interface JudgeRunReads {
  /** The gradings of an eval run, or those with a fingerprint, in the order they started. */
  readOf(evalRunId: string, judgeFingerprint?: string): readonly JudgeRunRecord[]
  /** Those of a benchmark run that are running, in the order they started. */
  readOpen(benchmarkRunId: string): readonly JudgeRunRecord[]
  readChecks(judgeRunId: string): readonly JudgeCheckRecord[]
  /** The records of rows already read, with one query for all their inputs. */
  recordsOf(rows: readonly JudgeRunRow[]): readonly JudgeRunRecord[]
}

/** Prepares the reads of judge runs. */
export function judgeRunReads(database: BetterSQLite3Database): JudgeRunReads {
  const { ofEvalRun, open, inputs, checksOf, checks } = statementsOn(database)
  const readFingerprints = fingerprintRead(database)
  const recordsOf: JudgeRunReads['recordsOf'] = (rows) => {
    if (rows.length === 0) return []
    const ids = JSON.stringify([...new Set(rows.map(({ judgeRun }) => judgeRun.inputsHash))])
    const byHash = new Map(inputs.all({ ids }).map(({ hash, ...found }) => [hash, omitNulls(found)]))
    const components = readFingerprints(rows.map(({ judgeRun }) => judgeRun.judgeFingerprint))
    const runIds = JSON.stringify(rows.map(({ judgeRun }) => judgeRun.id))
    const checksByRun = groupBy(checksOf.all({ ids: runIds }), ({ judgeRunId }) => judgeRunId)
    return rows.flatMap((row) => {
      const { judgeRun } = row
      const found = byHash.get(judgeRun.inputsHash)
      if (!found) return []
      const record = recordOf(row, found, components.get(judgeRun.judgeFingerprint) ?? {})
      const hash = judgeRunHash(judgeRun, checksByRun.get(judgeRun.id) ?? [])
      const isAltered = record.state !== 'running' && hash !== judgeRun.contentHash
      return isAltered ? [{ ...record, isAltered }] : [record]
    })
  }

  return {
    readOf: (evalRunId, judgeFingerprint) =>
      recordsOf(ofEvalRun.all({ evalRunId, judgeFingerprint: judgeFingerprint ?? null })),
    readOpen: (benchmarkRunId) => recordsOf(open.all({ benchmarkRunId })),
    readChecks: (judgeRunId) => checks.all({ judgeRunId }).map((check) => omitNulls(check)),
    recordsOf,
  }
}

/** Prepares every query, once for all reads. */
function statementsOn(database: BetterSQLite3Database) {
  const ofEvalRun = database
    .select({ judgeRun: judgeRuns, judgmentId: newestJudgmentId })
    .from(judgeRuns)
    .where(
      and(
        eq(judgeRuns.evalRunId, sql.placeholder('evalRunId')),
        eq(
          judgeRuns.judgeFingerprint,
          sql`coalesce(${sql.placeholder('judgeFingerprint')}, judge_fingerprint)`,
        ),
      ),
    )
    .orderBy(asc(judgeRuns.startedAtMs), asc(judgeRuns.id))
    .prepare()
  const open = database
    .select({ judgeRun: judgeRuns, judgmentId: newestJudgmentId })
    .from(judgeRuns)
    .innerJoin(evalRuns, eq(evalRuns.id, judgeRuns.evalRunId))
    .where(
      and(eq(evalRuns.benchmarkRunId, sql.placeholder('benchmarkRunId')), eq(judgeRuns.state, 'running')),
    )
    .orderBy(asc(judgeRuns.startedAtMs), asc(judgeRuns.id))
    .prepare()
  const inputs = database.select().from(judgeInputs).where(inIds(judgeInputs.hash)).prepare()
  const checksOf = database
    .select()
    .from(judgeChecks)
    .where(inIds(judgeChecks.judgeRunId))
    .orderBy(asc(judgeChecks.judgeRunId), asc(judgeChecks.queuedAtMs), asc(judgeChecks.id))
    .prepare()
  const checks = database
    .select()
    .from(judgeChecks)
    .where(eq(judgeChecks.judgeRunId, sql.placeholder('judgeRunId')))
    .orderBy(asc(judgeChecks.queuedAtMs), asc(judgeChecks.id))
    .prepare()
  return { ofEvalRun, open, inputs, checksOf, checks }
}

function recordOf(
  { judgeRun: row, judgmentId }: JudgeRunRow,
  inputs: JudgeRunInputs,
  components: ComponentHashes,
): JudgeRunRecord {
  const error = errorOf(row)
  const start = {
    ...omitNulls({
      id: row.id,
      evalRunId: row.evalRunId,
      kind: row.kind,
      model: row.model,
      agentVersion: row.agentVersion,
      vitrialVersion: row.vitrialVersion,
      runtime: row.runtime,
      seat: row.seat,
      scripted: row.scripted,
      judgeFingerprint: row.judgeFingerprint,
      judgeInputs: components,
      activity: row.activity,
      invocationId: row.invocationId,
      startedAtMs: row.startedAtMs,
      executionStartedAtMs: row.executionStartedAtMs,
      archiveStartedAtMs: row.archiveStartedAtMs,
      judgmentId,
    }),
    inputs,
  }
  const { state, completedAtMs } = row
  if (state === 'running' || completedAtMs === null) return { ...start, state: 'running' }
  return {
    ...start,
    state,
    ...(error && { error }),
    ...(row.detail !== null && { detail: row.detail }),
    completedAtMs,
    usage: usageOf(row),
    evidenceReads: row.evidenceReads ?? 0,
    rejectedSubmissions: row.rejectedSubmissions ?? 0,
    ...(row.files !== null && { files: filesOf(row.files) }),
  }
}

/** What a row says of a judge run's files; of one that was altered as much as can be read. */
function filesOf(text: string): readonly ManifestFile[] {
  try {
    return manifestFileSchema.array().parse(JSON.parse(text))
  } catch {
    return []
  }
}
