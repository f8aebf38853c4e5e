import type { ComponentHashes } from '@vitrial/core/inputs'
import { eq, sql } from 'drizzle-orm'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { inIds } from './in-ids.ts'
import { preparedInsert } from './prepared-insert.ts'
import { fingerprints } from '../schema/fingerprints.ts'

/** Keeps what a fingerprint is made of, once. */
export function fingerprintWrite(
  database: BetterSQLite3Database,
): (fingerprint: string, components: ComponentHashes) => void {
  const insert = preparedInsert(database, fingerprints)
  const known = database
    .select({ fingerprint: fingerprints.fingerprint })
    .from(fingerprints)
    .where(eq(fingerprints.fingerprint, sql.placeholder('fingerprint')))
    .prepare()
  return (fingerprint, components) => {
    if (!known.get({ fingerprint })) insert({ fingerprint, components })
  }
}

/** Reads what fingerprints are made of; runs of the same fingerprint get the same object. */
export function fingerprintRead(
  database: BetterSQLite3Database,
): (wanted: Iterable<string>) => ReadonlyMap<string, ComponentHashes> {
  const rows = database.select().from(fingerprints).where(inIds(fingerprints.fingerprint)).prepare()
  // Rows never change, so what was read once stays true; there are few, and every page asks for the same.
  const read = new Map<string, ComponentHashes>()
  return (wanted) => {
    const missing = [...new Set(wanted)].filter((fingerprint) => !read.has(fingerprint))
    if (missing.length > 0) {
      for (const { fingerprint, components } of rows.all({ ids: JSON.stringify(missing) })) {
        read.set(fingerprint, components)
      }
    }
    return read
  }
}
