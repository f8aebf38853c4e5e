import { StoreError } from '@vitrial/core'
import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { checkReadable } from './migrate.ts'
import { checkHeader } from './open-database.ts'
import { storeErrorOf } from './store-error.ts'

/**
 * Opens a results database for reading only. Throws a `StoreError` if it is missing, unreadable, damaged, newer
 * or older than this version; in no case is a byte of it written.
 */
export function openForReading(file: string): Database.Database {
  let connection: Database.Database | undefined
  try {
    if (!existsSync(file)) throw missing(file)
    checkHeader(file)
    connection = connect(file)
    connection.prepare('SELECT count(*) FROM sqlite_schema').get()
    checkReadable(connection, file)
    return connection
  } catch (thrown) {
    connection?.close()
    throw storeErrorOf(thrown, { file, step: 'open the results', kind: 'read' })
  }
}

/**
 * A read-only connection leaves the log that it makes behind; one that may write takes it away again. So that
 * one is used where there is no log: nobody has the file open then, and there is nothing to bring into it.
 */
function connect(file: string): Database.Database {
  if (!existsSync(`${file}-wal`)) {
    let connection: Database.Database | undefined
    try {
      connection = new Database(file, { fileMustExist: true })
      connection.pragma('query_only = ON')
      connection.prepare('SELECT count(*) FROM sqlite_schema').get()
      return connection
    } catch (thrown) {
      connection?.close()
      if (!isNotWritable(thrown)) throw thrown
    }
  }
  return new Database(file, { readonly: true })
}

/** In a folder that cannot be written, no log can be made. */
function isNotWritable(thrown: unknown): boolean {
  if (!(thrown instanceof Database.SqliteError)) return false
  return thrown.code.startsWith('SQLITE_CANTOPEN') || thrown.code.startsWith('SQLITE_READONLY')
}

function missing(file: string): StoreError {
  return new StoreError('VITRIAL_STORE_READ', `${file} is missing: there are no results to read.`)
}
