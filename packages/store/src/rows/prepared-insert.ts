import { getTableColumns, sql, type InferInsertModel } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** An insert into a table, prepared once. A column left out is null. */
export function preparedInsert<Table extends SQLiteTable>(
  database: BetterSQLite3Database,
  table: Table,
): (row: InferInsertModel<Table>) => void {
  const names = Object.keys(getTableColumns(table))
  const placeholders = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)]))
  const nulls = Object.fromEntries(names.map((name) => [name, null]))
  const statement = database
    .insert(table)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a table unknown to drizzle
    .values(placeholders as InferInsertModel<Table>)
    .prepare()
  return (row) => {
    statement.run({ ...nulls, ...row })
  }
}
