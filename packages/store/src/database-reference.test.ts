import Database from 'better-sqlite3'
import { getTableConfig } from 'drizzle-orm/sqlite-core'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './database/open-database.ts'
import { tables } from './schema/tables.ts'
import { openStore } from './sqlite-store.ts'
import { testFolder } from './temporary-folder.fixture.ts'
import { begin, runAndJudge } from './records.fixture.ts'

const reference = await readFile(new URL('../../../docs/reference/database.md', import.meta.url), 'utf8')

function queries(): readonly string[] {
  return [...reference.matchAll(/```sql\n(.*?)```/gs)].map(([, sql = '']) => sql)
}

/** The columns that the reference describes, by table. */
function documented(): Record<string, readonly string[]> {
  const sections = reference.split(/^### /m).slice(1)
  return Object.fromEntries(
    sections.map((section) => {
      const name = /^`(\w+)`/.exec(section)?.[1] ?? section
      return [name, [...section.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, column = '']) => column)]
    }),
  )
}

test('the reference describes every table and column, in their order', () => {
  const actual = tables.map((table) => {
    const { name, columns } = getTableConfig(table)
    return [name, columns.map((column) => column.name)]
  })
  expect(documented()).toEqual(Object.fromEntries(actual))
})

test('the reference names every view, and no other', () => {
  const connection = openDatabase({ file: ':memory:' })
  onTestFinished(() => void connection.close())
  const views = connection
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY 1")
    .pluck()
    .all()
  const [, section = ''] = /## Views\n(.*?)\n## Tables/s.exec(reference) ?? []
  const named = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name)
  expect(named.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(views)
})

test('the reference has example queries', () => {
  expect(queries()).toHaveLength(7)
})

test.each(queries())('the reference query finds rows: %s', async (sql) => {
  const file = join(await testFolder(), 'vitrial.db')
  await using store = await openStore({ file })
  await begin(store)
  await runAndJudge(store)
  const shell = new Database(file, { readonly: true })
  onTestFinished(() => void shell.close())
  expect(shell.prepare(sql).all()).not.toEqual([])
})
