import Database from 'better-sqlite3'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../temporary-folder.fixture.ts'
import { openWriteAheadLog } from './write-ahead-log.ts'

test('leaves the flushing to its caller where there is a log', async () => {
  const file = join(await testFolder(), 'test.db')
  const connection = new Database(file)
  connection.pragma('synchronous = FULL')
  const log = await openWriteAheadLog(connection, file)
  expect(connection.pragma('synchronous', { simple: true })).toBe(1)
  connection.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY)')
  // The log that is held open is the one that SQLite writes to.
  expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0)
  await expect(log.flush()).resolves.toBeUndefined()
  await log[Symbol.asyncDispose]()
  await expect(log.flush()).rejects.toThrow('closed')
  connection.close()
})

test('leaves the flushing to SQLite where there is no log', async () => {
  const connection = new Database(':memory:')
  connection.pragma('synchronous = FULL')
  const log = await openWriteAheadLog(connection, ':memory:')
  expect(connection.pragma('synchronous', { simple: true })).toBe(2)
  await expect(log.flush()).resolves.toBeUndefined()
  connection.close()
})
