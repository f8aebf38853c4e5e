import { StoreError } from '@vitrial/core/errors'
import type Database from 'better-sqlite3'
import { migrations as allMigrations } from '../migrations/migrations.ts'

/** Marks a file as Vitrial's: "VITR" in SQLite's application id. */
export const applicationId = 0x56_49_54_52

/**
 * Brings a database to the newest schema in one transaction, or leaves it as it was.
 * Throws `VITRIAL_STORE_NEWER` if it is ahead of this version, `VITRIAL_STORE_DAMAGED` if it is not ours.
 */
export function migrate(
  connection: Database.Database,
  file: string,
  migrations: readonly string[] = allMigrations,
): void {
  if (pendingMigrations(connection, file, migrations).length === 0) return
  connection
    .transaction(() => {
      // Asked again under the write lock: another process may have been first.
      for (const migration of pendingMigrations(connection, file, migrations)) connection.exec(migration)
      connection.pragma(`application_id = ${applicationId}`)
      connection.pragma(`user_version = ${migrations.length}`)
    })
    .immediate()
}

/**
 * Checks that a database can be read as it is. Throws `VITRIAL_STORE_READ` if it has yet to be migrated, which
 * only a writer does, and what {@link migrate} throws.
 */
export function checkReadable(connection: Database.Database, file: string): void {
  if (pendingMigrations(connection, file, allMigrations).length === 0) return
  throw new StoreError(
    'VITRIAL_STORE_READ',
    `${file} has yet to be brought to the schema of this Vitrial. Run the benchmark once; that does it.`,
  )
}

function pendingMigrations(
  connection: Database.Database,
  file: string,
  migrations: readonly string[],
): readonly string[] {
  const version = Number(connection.pragma('user_version', { simple: true }))
  const marked = connection.pragma('application_id', { simple: true }) === applicationId
  const isEmpty = connection.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (!marked && !(isEmpty && version === 0)) throw foreignDatabase(file)
  refuseNewer(file, version, migrations.length)
  return migrations.slice(version)
}

/** Throws `VITRIAL_STORE_NEWER` if a database is ahead of this version of Vitrial. */
export function refuseNewer(file: string, version: number, supported: number = allMigrations.length): void {
  if (version <= supported) return
  throw new StoreError(
    'VITRIAL_STORE_NEWER',
    `${file} has schema version ${version}; this Vitrial knows versions up to ${supported}. ` +
      'Update Vitrial to read these results. Nothing was changed.',
  )
}

function foreignDatabase(file: string): StoreError {
  return new StoreError(
    'VITRIAL_STORE_DAMAGED',
    `${file} is an SQLite database, but not one of Vitrial's results. ` +
      'Move it away, or use another results folder. Nothing was changed.',
  )
}
