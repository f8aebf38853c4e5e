import { eq, sql, type InferInsertModel } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expectFound } from './expect-found.ts'

interface UpdateOptions<Table extends SQLiteTable, Name> {
  readonly table: Table & { readonly id: SQLiteColumn }
  /** What a row of the table is called in an error message: `eval run`. */
  readonly noun: string
  readonly columns: readonly Name[]
}

/**
 * An update of these columns of the row with an id, prepared once. A column left out is set to null.
 * Throws `VITRIAL_STORE_REFUSED` if there is no such row.
 */
export function preparedUpdate<
  Table extends SQLiteTable,
  Name extends string & keyof InferInsertModel<Table>,
>(
  database: BetterSQLite3Database,
  { table, noun, columns }: UpdateOptions<Table, Name>,
): (id: string, row: Pick<InferInsertModel<Table>, Name>) => void {
  const placeholders = Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]))
  const nulls = Object.fromEntries(columns.map((name) => [name, null]))
  const statement = database
    .update<SQLiteTable>(table)
    .set(placeholders)
    .where(eq(table.id, sql.placeholder('id')))
    .prepare()
  return (id, row) => expectFound(statement.run({ ...nulls, ...row, id }), `${noun} ${id}`)
}
