import { errorMessage, StoreError, VitrialError, type ErrorCodeOf } from '@vitrial/core/errors'
import Database from 'better-sqlite3'

interface FailedStep {
  /** The results database. */
  readonly file: string
  /** What was being done, such as `finalize eval run 0197…`. */
  readonly step: string
  readonly kind: 'read' | 'write'
}

/** Says what a failure of SQLite means to the person whose results these are. */
export function storeErrorOf(thrown: unknown, { file, step, kind }: FailedStep): VitrialError {
  if (thrown instanceof VitrialError) return thrown
  // drizzle may wrap what SQLite threw.
  const cause =
    thrown instanceof Error && thrown.cause instanceof Database.SqliteError ? thrown.cause : thrown
  const { code, advice } = meaningOf(cause, kind)
  return new StoreError(code, `Could not ${step} in ${file}: ${errorMessage(cause)}. ${advice}`, { cause })
}

const checkAccess = 'See that the file and its folder can be read and written, then run again.'

interface Meaning {
  readonly code: ErrorCodeOf<'store'>
  readonly advice: string
}

function meaningOf(cause: unknown, kind: 'read' | 'write'): Meaning {
  const fallback = kind === 'read' ? 'VITRIAL_STORE_READ' : 'VITRIAL_STORE_WRITE'
  if (!(cause instanceof Database.SqliteError)) {
    // A system call failed, or a value is not of a kind that SQLite can hold.
    if (cause instanceof Error && 'syscall' in cause) return { code: fallback, advice: checkAccess }
    return {
      code: 'VITRIAL_STORE_REFUSED',
      advice: 'Nothing was written; the values are not what the table holds.',
    }
  }
  if (cause.code === 'SQLITE_CONSTRAINT_TRIGGER') {
    return { code: 'VITRIAL_STORE_IMMUTABLE', advice: 'What was stored is kept; make a new attempt instead.' }
  }
  if (cause.code.startsWith('SQLITE_CONSTRAINT') || cause.code === 'SQLITE_MISMATCH') {
    return {
      code: 'VITRIAL_STORE_REFUSED',
      advice: 'Nothing was written; docs/reference/database.md has the rules.',
    }
  }
  if (cause.code.startsWith('SQLITE_CORRUPT') || cause.code === 'SQLITE_NOTADB') {
    return {
      code: 'VITRIAL_STORE_DAMAGED',
      advice: 'The file is damaged: restore it from a copy, or start a new run.',
    }
  }
  if (cause.code.startsWith('SQLITE_BUSY')) {
    return { code: fallback, advice: 'Another process is writing to these results: wait until it has ended.' }
  }
  if (cause.code === 'SQLITE_FULL') {
    return { code: fallback, advice: 'Nothing of it was written. Make room on the disk and run again.' }
  }
  return { code: fallback, advice: checkAccess }
}
