import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** `column IN (…)` for a prepared query, which takes any number of ids as one JSON array named `ids`. */
export function inIds(column: SQLiteColumn): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${sql.placeholder('ids')}))`
}
