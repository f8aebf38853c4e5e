import { getTableColumns } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { tables } from './tables.ts'

function migrated() {
  const connection = openDatabase({ file: ':memory:' })
  onTestFinished(() => void connection.close())
  return connection
}

test('the schema names every table of a migrated database', () => {
  const names = migrated()
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY 1",
    )
    .pluck()
    .all()
  expect(tables.map((table) => getTableConfig(table).name).toSorted()).toEqual(names)
})

test('every table is strict', () => {
  const strict = migrated()
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND strict",
    )
    .all()
  expect(strict).toHaveLength(tables.length)
})

test.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
  'the schema of %s is that of the migrated database',
  (name, table) => {
    const { columns, primaryKeys } = getTableConfig(table)
    const key = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary)
    const declared = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType().toUpperCase(),
      notnull: column.notNull ? 1 : 0,
      pk: key.findIndex((part) => part.name === column.name) + 1,
    }))
    const actual = migrated().prepare('SELECT name, type, "notnull", pk FROM pragma_table_info(?)').all(name)
    expect(declared).toEqual(actual)
  },
)

test('every enumerated column allows exactly the values of its type', () => {
  const connection = migrated()
  let checked = 0
  for (const table of tables) {
    const { name } = getTableConfig(table)
    const sql = String(connection.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name))
    for (const column of Object.values(getTableColumns(table))) {
      if (column.enumValues === undefined) continue
      const [, list = ''] = new RegExp(`\\b${column.name} IN \\(([^)]*)\\)`).exec(sql) ?? []
      const allowed = [...list.matchAll(/'([^']*)'/g)].map(([, value]) => value)
      expect({ name, column: column.name, allowed }).toEqual({
        name,
        column: column.name,
        allowed: [...column.enumValues],
      })
      checked += 1
    }
  }
  expect(checked).toBe(12)
})
