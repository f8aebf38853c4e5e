import type { ComponentHashes } from '@vitrial/core/inputs'
import type { AttemptsQuery, Page, PageOptions } from '@vitrial/core/ports'
import type { Measurement } from '@vitrial/core/recording'
import type { EvalRunRecord } from '@vitrial/core/records'
import { and, asc, desc, eq, gt, sql, type InferSelectModel } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { checkedLimit } from './checked-limit.ts'
import { evalRunHash } from '../hash/content-hash.ts'
import { fingerprintRead } from '../rows/fingerprint-rows.ts'
import { groupBy } from './group-by.ts'
import { inIds } from '../rows/in-ids.ts'
import { omitNulls } from '../rows/omit-nulls.ts'
import { armOf } from '../schema/arm-column.ts'
import { errorOf } from '../schema/error-columns.ts'
import { evalRuns, measurements } from '../schema/eval-runs.ts'
import { usageOf } from '../schema/usage-columns.ts'

type EvalRunRow = InferSelectModel<typeof evalRuns>

/** Reads eval runs with their measurements. */
export interface EvalRunReads {
  read(id: string): EvalRunRecord | undefined
  /** Those of a benchmark run that are running, oldest first. */
  readOpen(benchmarkRunId: string): readonly EvalRunRecord[]
  /** All of a benchmark run, by id. */
  page(benchmarkRunId: string, options: PageOptions): Page<EvalRunRecord>
  /** Those of a trial with a candidate fingerprint, the latest attempt first. */
  readAttempts(benchmarkRunId: string, query: AttemptsQuery): readonly EvalRunRecord[]
  /** 0 if there was none. */
  readLastAttempt(benchmarkRunId: string, trialId: string): number
  /** The records of rows already read, with one query for all their measurements. */
  recordsOf(rows: readonly EvalRunRow[]): ReadonlyMap<string, EvalRunRecord>
}

/** Prepares the reads of eval runs. */
export function evalRunReads(database: BetterSQLite3Database): EvalRunReads {
  const { row, measured, open, all, attempts, lastAttempt } = statementsOn(database)
  const readFingerprints = fingerprintRead(database)

  const recordsOf: EvalRunReads['recordsOf'] = (rows) => {
    const ids = JSON.stringify(rows.map(({ id }) => id))
    const byRun = groupBy(measured.all({ ids }), ({ evalRunId }) => evalRunId)
    const components = readFingerprints(rows.map(({ candidateFingerprint }) => candidateFingerprint))
    return new Map(
      rows.map((found) => {
        const parts = byRun.get(found.id) ?? []
        const own = parts.map(({ measurementId: id, value, unit }) => ({ id, value, unit }))
        const record = recordOf(found, own, components.get(found.candidateFingerprint) ?? {})
        const isAltered = record.state !== 'running' && evalRunHash(found, parts) !== found.contentHash
        return [found.id, isAltered ? { ...record, isAltered } : record]
      }),
    )
  }

  return {
    read(id) {
      const found = row.get({ id })
      return found && recordsOf([found]).get(id)
    },
    readOpen: (benchmarkRunId) => [...recordsOf(open.all({ benchmarkRunId })).values()],
    page(benchmarkRunId, { limit, after = '' }) {
      // One more than asked for tells whether there is a next page.
      const found = all.all({ benchmarkRunId, after, limit: checkedLimit(limit) + 1 })
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      return { rows: [...recordsOf(page).values()], ...(last && { next: last.id }) }
    },
    readAttempts(benchmarkRunId, { trialId, candidateFingerprint }) {
      const found = attempts.all({ benchmarkRunId, trialId, candidateFingerprint })
      return found.length === 0 ? [] : [...recordsOf(found).values()]
    },
    readLastAttempt: (benchmarkRunId, trialId) => lastAttempt.get({ benchmarkRunId, trialId })?.attempt ?? 0,
    recordsOf,
  }
}

/** Prepares every query, once for all reads. */
function statementsOn(database: BetterSQLite3Database) {
  const row = database
    .select()
    .from(evalRuns)
    .where(eq(evalRuns.id, sql.placeholder('id')))
    .prepare()
  const measured = database
    .select()
    .from(measurements)
    .where(inIds(measurements.evalRunId))
    .orderBy(asc(measurements.evalRunId), asc(measurements.position))
    .prepare()

  const open = database
    .select()
    .from(evalRuns)
    .where(and(eq(evalRuns.benchmarkRunId, sql.placeholder('benchmarkRunId')), eq(evalRuns.state, 'running')))
    .orderBy(asc(evalRuns.startedAtMs), asc(evalRuns.id))
    .prepare()

  const all = database
    .select()
    .from(evalRuns)
    .where(
      and(
        eq(evalRuns.benchmarkRunId, sql.placeholder('benchmarkRunId')),
        gt(evalRuns.id, sql.placeholder('after')),
      ),
    )
    .orderBy(asc(evalRuns.id))
    .limit(sql.placeholder('limit'))
    .prepare()

  const ofTrial = and(
    eq(evalRuns.benchmarkRunId, sql.placeholder('benchmarkRunId')),
    eq(evalRuns.trialId, sql.placeholder('trialId')),
  )
  const attempts = database
    .select()
    .from(evalRuns)
    .where(and(ofTrial, eq(evalRuns.candidateFingerprint, sql.placeholder('candidateFingerprint'))))
    .orderBy(desc(evalRuns.attempt))
    .prepare()

  const lastAttempt = database
    .select({ attempt: sql<number>`coalesce(max(attempt), 0)` })
    .from(evalRuns)
    .where(ofTrial)
    .prepare()
  return { row, measured, open, all, attempts, lastAttempt }
}

function recordOf(
  row: EvalRunRow,
  measured: readonly Measurement[],
  candidateInputs: ComponentHashes,
): EvalRunRecord {
  const { state, outcome, detail, evidenceHash, completedAtMs } = row
  const error = errorOf(row)
  const start = omitNulls({
    id: row.id,
    benchmarkRunId: row.benchmarkRunId,
    trialId: row.trialId,
    attempt: row.attempt,
    evalId: row.evalId,
    model: row.model,
    ...armOf(row),
    harness: row.harness,
    agentVersion: row.agentVersion,
    vitrialVersion: row.vitrialVersion,
    runtime: row.runtime,
    image: row.image,
    engine: row.engine,
    contained: row.contained,
    scripted: row.scripted,
    candidateFingerprint: row.candidateFingerprint,
    candidateInputs,
    invocationId: row.invocationId,
    startedAtMs: row.startedAtMs,
    executionStartedAtMs: row.executionStartedAtMs,
  })
  if (state === 'running' || completedAtMs === null) return { ...start, state: 'running' }
  return {
    ...start,
    state,
    ...omitNulls({ outcome, detail, evidenceHash }),
    ...(error && { error }),
    completedAtMs,
    usage: usageOf(row),
    measurements: measured,
  }
}
