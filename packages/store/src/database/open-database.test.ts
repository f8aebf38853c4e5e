import Database from 'better-sqlite3'
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applicationId, migrate } from './migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import { openDatabase } from './open-database.ts'
import { openStore } from '../sqlite-store.ts'
import { testFolder } from '../temporary-folder.fixture.ts'

async function newFile(): Promise<string> {
  return join(await testFolder(), 'vitrial.db')
}

async function createdFile(): Promise<string> {
  const file = await newFile()
  const store = await openStore({ file })
  await store[Symbol.asyncDispose]()
  return file
}

/** Expects opening to fail with the code, naming the file, and nothing in its folder to change. */
async function expectRefused(file: string, code: string, message: RegExp): Promise<void> {
  const before = await readFile(file)
  const neighbours = await readdir(join(file, '..'))
  expect(() => openDatabase({ file })).toThrow(
    expect.objectContaining({ name: 'StoreError', code, message: expect.stringMatching(message) }),
  )
  expect(() => openDatabase({ file })).toThrow(
    expect.objectContaining({ message: expect.stringContaining(file) }),
  )
  expect(await readFile(file)).toEqual(before)
  expect(await readdir(join(file, '..'))).toEqual(neighbours)
}

test('opens a database that is ours, checks its references and waits for others', async () => {
  const connection = openDatabase({ file: await newFile(), busyTimeoutMs: 321 })
  const pragma = (name: string): unknown => connection.pragma(name, { simple: true })
  expect(pragma('synchronous')).toBe(2)
  expect(pragma('foreign_keys')).toBe(1)
  expect(pragma('busy_timeout')).toBe(321)
  expect(pragma('user_version')).toBe(migrations.length)
  expect(pragma('application_id')).toBe(applicationId)
  connection.close()
})

test('opens a file that was created and never written', async () => {
  const file = await newFile()
  await writeFile(file, '')
  expect(() => openDatabase({ file }).close()).not.toThrow()
})

test('refuses a database of a newer schema and leaves it alone', async () => {
  const file = await createdFile()
  const raw = new Database(file)
  raw.pragma('user_version = 99')
  raw.close()
  await expectRefused(file, 'VITRIAL_STORE_NEWER', new RegExp(`version 99; .* up to ${migrations.length}\\.`))
})

test('refuses a newer schema that is still in the write-ahead log', async () => {
  const file = await createdFile()
  const raw = new Database(file)
  raw.pragma('user_version = 99')
  expect(() => openDatabase({ file })).toThrow(expect.objectContaining({ code: 'VITRIAL_STORE_NEWER' }))
  raw.close()
})

test('says that a truncated database is damaged', async () => {
  const file = await createdFile()
  await truncate(file, 3 * 4096 + 100)
  await expectRefused(file, 'VITRIAL_STORE_DAMAGED', /Restore it|restore it/)
})

test.each([40, 1])('says that a database cut to %i bytes is damaged', async (length) => {
  const file = await createdFile()
  await truncate(file, length)
  await expectRefused(file, 'VITRIAL_STORE_DAMAGED', /not an SQLite database/)
})

test('says that another kind of file is no database', async () => {
  const file = await newFile()
  await writeFile(file, 'These are my notes, not a database.'.repeat(10))
  await expectRefused(file, 'VITRIAL_STORE_DAMAGED', /not an SQLite database/)
})

test("refuses another program's database", async () => {
  const file = await newFile()
  const raw = new Database(file)
  raw.exec('CREATE TABLE songs (title TEXT)')
  raw.close()
  await expectRefused(file, 'VITRIAL_STORE_DAMAGED', /not one of Vitrial's results/)
})

test('says that a folder cannot be opened as a database', async () => {
  const folder = await testFolder()
  expect(() => openDatabase({ file: folder })).toThrow(
    expect.objectContaining({ code: 'VITRIAL_STORE_WRITE' }),
  )
})

test('brings an older database to the newest schema and keeps its rows', async () => {
  const file = await newFile()
  const connection = new Database(file)
  const first = 'CREATE TABLE notes (id INTEGER PRIMARY KEY) STRICT;'
  migrate(connection, file, [first])
  connection.exec('INSERT INTO notes VALUES (7)')
  const second = "ALTER TABLE notes ADD COLUMN text TEXT NOT NULL DEFAULT 'old'"
  migrate(connection, file, [first, second])
  expect(connection.prepare('SELECT * FROM notes').all()).toEqual([{ id: 7, text: 'old' }])
  expect(connection.pragma('user_version', { simple: true })).toBe(2)
  connection.close()
})

test('leaves a database as it was if one migration fails', async () => {
  const file = await newFile()
  const connection = new Database(file)
  const first = 'CREATE TABLE notes (id INTEGER PRIMARY KEY) STRICT;'
  migrate(connection, file, [first])
  expect(() => migrate(connection, file, [first, 'CREATE TABLE a (x)', 'CREATE TABLE notes (y)'])).toThrow(
    'already exists',
  )
  expect(connection.pragma('user_version', { simple: true })).toBe(1)
  expect(connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()).toEqual([
    'notes',
  ])
  connection.close()
})
