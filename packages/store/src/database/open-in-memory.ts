import { StoreError } from '@vitrial/core/errors'
import Database from 'better-sqlite3'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How often a file that changes meanwhile is read again. */
const readings = 5

/**
 * Opens the content of a database in memory, for where SQLite cannot make the files that it wants beside it: on a
 * read-only disk, a full one, or in another person's folder. What is committed to the log beside it is included.
 *
 * @throws {StoreError} `VITRIAL_STORE_READ` if another process keeps writing it.
 */
export function openInMemory(file: string): Database.Database {
  for (let reading = 0; reading < readings; reading += 1) {
    const before = stateOf(file)
    // A page may move from the log into the file between reading the one and the other.
    const isSettled = (): boolean => stateOf(file) === before
    try {
      const content = sizeOf(`${file}-wal`) > 0 ? withItsLog(file) : readFileSync(file)
      if (isSettled()) return openContent(content)
    } catch (thrown) {
      if (isSettled()) throw thrown
    }
  }
  throw new StoreError(
    'VITRIAL_STORE_READ',
    `Another process is writing ${file}, whose folder this one cannot write to. Read it when that has ended.`,
  )
}

/** The whole content of a database and its log: brought together in copies of them, away from their folder. */
function withItsLog(file: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'vitrial-read-'))
  try {
    const copy = join(folder, 'vitrial.db')
    copyFileSync(file, copy)
    copyFileSync(`${file}-wal`, `${copy}-wal`)
    const connection = new Database(copy)
    try {
      return connection.serialize()
    } finally {
      connection.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** https://www.sqlite.org/fileformat2.html#file_format_version_numbers: 2 stands for a log, which memory has not. */
function openContent(content: Buffer): Database.Database {
  content.fill(1, 18, 20)
  return new Database(content, { readonly: true })
}

/** Differs if the file or its log was written. */
function stateOf(file: string): string {
  return [file, `${file}-wal`]
    .map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
    .map((state) => (state === undefined ? 'none' : `${state.ino} ${state.size} ${state.mtimeNs}`))
    .join(', ')
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
