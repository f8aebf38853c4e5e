import { StoreError } from '@vitrial/core/errors'
import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { checkReadable } from './migrate.ts'
import { checkHeader } from './open-database.ts'
import { openInMemory } from './open-in-memory.ts'
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
    checkReadable(connection, file)
    return connection
  } catch (thrown) {
    connection?.close()
    throw storeErrorOf(thrown, { file, step: 'open the results', kind: 'read' })
  }
}

/** SQLite wants files beside the one that it reads; where it cannot have them, the content is read into memory. */
function connect(file: string): Database.Database {
  try {
    return connectBeside(file)
  } catch (thrown) {
    if (!isNotWritable(thrown)) throw thrown
    return openInMemory(file)
  }
}

/**
 * A read-only connection leaves the log that it makes behind; one that may write takes it away again. So that
 * one is used where there is no log: nobody has the file open then, and there is nothing to bring into it.
 */
function connectBeside(file: string): Database.Database {
  const options = existsSync(`${file}-wal`) ? { readonly: true } : { fileMustExist: true }
  const connection = new Database(file, options)
  try {
    connection.pragma('query_only = ON')
    connection.prepare('SELECT count(*) FROM sqlite_schema').get()
    return connection
  } catch (thrown) {
    connection.close()
    throw thrown
  }
}

/** What SQLite says where a folder is read-only, or its disk full. */
function isNotWritable(thrown: unknown): boolean {
  const codes = /^SQLITE_(?:CANTOPEN|READONLY|IOERR|FULL)/
  return thrown instanceof Database.SqliteError && codes.test(thrown.code)
}

function missing(file: string): StoreError {
  return new StoreError('VITRIAL_STORE_READ', `${file} is missing: there are no results to read.`)
}
