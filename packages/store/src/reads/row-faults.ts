import { fingerprintOfComponents } from '@vitrial/core/inputs'
import type { Page, PageOptions } from '@vitrial/core/ports'
import type { RowFault } from '@vitrial/core/records'
import type Database from 'better-sqlite3'
import { inArray, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { sha256 } from '../hash/sha256.ts'
import type { EvalRunReads } from './eval-run-reads.ts'
import { judgeInputsHash } from '../hash/judge-inputs-hash.ts'
import type { JudgeRunReads } from './judge-run-reads.ts'
import type { JudgmentReads } from './judgment-reads.ts'
import { omitNulls } from '../rows/omit-nulls.ts'
import { trials } from '../schema/benchmark-runs.ts'
import { fingerprints } from '../schema/fingerprints.ts'
import { judgeInputs } from '../schema/judge-runs.ts'
import { judgments } from '../schema/judgments.ts'

interface RecordReads {
  readonly evalRun: EvalRunReads
  readonly judgeRun: JudgeRunReads
  readonly judgment: JudgmentReads
}

/** Reads the rows that are not what was written, those of so many eval runs at a time. */
export function rowFaultReads(
  connection: Database.Database,
  reads: RecordReads,
): (benchmarkRunId: string, options: PageOptions) => Page<RowFault> {
  const database = drizzle(connection)
  const judgmentsOf = (evalRunIds: readonly string[]): readonly string[] =>
    database
      .select({ id: judgments.id })
      .from(judgments)
      .where(inArray(judgments.evalRunId, [...evalRunIds]))
      .all()
      .map(({ id }) => id)

  return (benchmarkRunId, options) => {
    const { rows, next } = reads.evalRun.page(benchmarkRunId, options)
    const evidence = new Map(
      rows.map((run) => [run.id, run.state === 'running' ? undefined : run.evidenceHash]),
    )
    const judgeRuns = rows.flatMap(({ id }) => reads.judgeRun.readOf(id))
    const made = reads.judgment.read(judgmentsOf(rows.map(({ id }) => id))).values()
    const faults: RowFault[] = options.after === undefined ? [...sharedFaults(connection)] : []
    for (const { id, isAltered } of rows) if (isAltered) faults.push(unfitting('eval_runs', id))
    for (const { id, isAltered } of judgeRuns) if (isAltered) faults.push(unfitting('judge_runs', id))
    for (const { id, evalRunId, evidenceHash, isAltered } of made) {
      if (isAltered) faults.push(unfitting('judgments', id))
      const graded = evidence.get(evalRunId)
      if (graded === undefined || graded === evidenceHash) continue
      faults.push({
        table: 'judgments',
        id,
        detail: `it is of other evidence than eval run ${evalRunId} left`,
      })
    }
    return { rows: faults, ...(next !== undefined && { next }) }
  }
}

/** Of what many rows share, and of what holds them together. */
function* sharedFaults(connection: Database.Database): Generator<RowFault> {
  const database = drizzle(connection)
  for (const { table, parent } of brokenReferences(connection)) {
    yield { table, id: '', detail: `a row of it refers to one of ${parent} that is gone` }
  }
  for (const { fingerprint, components } of database.select().from(fingerprints).all()) {
    const isWhole = fingerprintOfComponents(components, sha256) === fingerprint
    if (!isWhole) yield unfitting('fingerprints', fingerprint)
  }
  for (const { hash, ...inputs } of database.select().from(judgeInputs).all()) {
    if (judgeInputsHash(omitNulls(inputs)) !== hash) yield unfitting('judge_inputs', hash)
  }
  const misnamed = database
    .select({ id: trials.id })
    .from(trials)
    .where(sql`id <> eval_id || ':' || model || iif(arm = '', '', ':' || arm) || ':' || repetition`)
    .all()
  for (const { id } of misnamed) yield { table: 'trials', id, detail: 'its columns are not those of its id' }
}

function brokenReferences(
  connection: Database.Database,
): readonly { readonly table: string; readonly parent: string }[] {
  return connection
    .prepare<[], { table: string; parent: string }>(
      'SELECT DISTINCT "table", parent FROM pragma_foreign_key_check',
    )
    .all()
}

function unfitting(table: RowFault['table'], id: string): RowFault {
  return { table, id, detail: 'its content does not fit its hash' }
}
