import { StoreError, systemErrorCode } from '@vitrial/core/errors'
import Database from 'better-sqlite3'
import { closeSync, mkdirSync, openSync, readSync } from 'node:fs'
import { dirname } from 'node:path'
import { applicationId, migrate, refuseNewer } from './migrate.ts'
import { storeErrorOf } from './store-error.ts'

export interface DatabaseOptions {
  /** The file, created with its folder if it is not there, or `:memory:`. */
  readonly file: string
  /** How long a write waits for another process. @default 5000 */
  readonly busyTimeoutMs?: number
}

/**
 * Opens a results database, migrated to this version's schema. Throws `VITRIAL_STORE_NEWER` or
 * `VITRIAL_STORE_DAMAGED` without writing a byte.
 */
export function openDatabase({ file, busyTimeoutMs = 5000 }: DatabaseOptions): Database.Database {
  let connection: Database.Database | undefined
  try {
    if (file !== ':memory:') {
      mkdirSync(dirname(file), { recursive: true })
      checkHeader(file)
    }
    connection = new Database(file, { timeout: busyTimeoutMs })
    // Reads the schema, and so finds a truncated file, before anything is written.
    connection.prepare('SELECT count(*) FROM sqlite_schema').get()
    connection.pragma('foreign_keys = ON')
    connection.pragma('synchronous = FULL')
    migrate(connection, file)
    return connection
  } catch (thrown) {
    connection?.close()
    throw storeErrorOf(thrown, { file, step: 'open the results', kind: 'write' })
  }
}

/** Reads the 100-byte header by hand: merely opening a file, SQLite may write the log beside it into it. */
export function checkHeader(file: string): void {
  const header = readHeader(file)
  if (header === undefined) return
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0' || header.length < 100) {
    throw new StoreError(
      'VITRIAL_STORE_DAMAGED',
      `${file} is not an SQLite database, or its start is damaged. ` +
        'Restore it from a copy, or move it away and start a new run. Nothing was changed.',
    )
  }
  if (header.readUInt32BE(68) === applicationId) refuseNewer(file, header.readUInt32BE(60))
}

/** The first bytes of a file; undefined if it is missing, or empty as SQLite leaves one just created. */
function readHeader(file: string): Buffer | undefined {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (thrown) {
    if (systemErrorCode(thrown) === 'ENOENT') return undefined
    throw thrown
  }
  try {
    const header = Buffer.alloc(100)
    const length = readSync(descriptor, header)
    return length === 0 ? undefined : header.subarray(0, length)
  } finally {
    closeSync(descriptor)
  }
}
