import { getTableColumns } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { evalRuns, measurements } from '../schema/eval-runs.ts'
import { judgeChecks, judgeRuns, judgmentJudgeRuns } from '../schema/judge-runs.ts'
import { citations, judgmentMetrics, judgments, sources } from '../schema/judgments.ts'
import { sha256 } from './sha256.ts'

/** The rows that a finalized row seals, one list for each of its part tables. */
type Parts = readonly (readonly object[])[]

type ContentHash = (row: object, ...parts: Parts) => string

/**
 * What a finalized row's `content_hash` is: the sha-256 of a JSON array that holds the row's other columns in the order
 * of its table, then a list for each of its part tables, of rows with their columns in order. A value that SQL has no
 * row for is null. It tells an edit, not a forgery: whoever edits a row can also reckon its hash.
 */
function contentHashOf(table: SQLiteTable, ...partTables: readonly SQLiteTable[]): ContentHash {
  const own = valuesOf(table)
  const ofParts = partTables.map(valuesOf)
  return (row, ...parts) => {
    const content = [...own(row), ...ofParts.map((values, index) => (parts[index] ?? []).map(values))]
    return sha256(JSON.stringify(content))
  }
}

function valuesOf(table: SQLiteTable): (row: object) => readonly unknown[] {
  const names = Object.keys(getTableColumns(table)).filter((name) => name !== 'contentHash')
  return (row) => {
    const values = new Map(Object.entries(row))
    return names.map((name) => values.get(name) ?? null)
  }
}

/** Of an eval run with its measurements. */
export const evalRunHash: ContentHash = contentHashOf(evalRuns, measurements)

/** Of a judge run with the questions that were put to it. */
export const judgeRunHash: ContentHash = contentHashOf(judgeRuns, judgeChecks)

/** Of a judgment with its judge runs, metrics, citations and sources. */
export const judgmentHash: ContentHash = contentHashOf(
  judgments,
  judgmentJudgeRuns,
  judgmentMetrics,
  citations,
  sources,
)

/** Text as the database gives it back: half of a surrogate pair, which a cut in the wrong place leaves, is replaced. */
export function asStored<Row extends object>(row: Row): Row {
  const values = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? Buffer.from(value).toString() : value,
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same columns
  return Object.fromEntries(values) as Row
}
