import type Database from 'better-sqlite3'
import { open } from 'node:fs/promises'

/** How commits come to the disk. */
export interface WriteAheadLog extends AsyncDisposable {
  flush(): Promise<void>
}

/**
 * Lets SQLite commit without waiting for the disk, and flushes its log beside the event loop instead: the
 * same flush that `synchronous = FULL` makes after each commit, which would stop every agent, judge and
 * stream for that long. Where there is no log (in memory, some network folders) SQLite itself flushes.
 */
export async function openWriteAheadLog(connection: Database.Database, file: string): Promise<WriteAheadLog> {
  if (connection.pragma('journal_mode = WAL', { simple: true }) !== 'wal') {
    return { flush: async () => {}, [Symbol.asyncDispose]: async () => {} }
  }
  // The log is made by the first to read, and stays as long as this connection is open.
  connection.prepare('SELECT count(*) FROM sqlite_schema').get()
  const log = await open(`${file}-wal`, 'r+')
  connection.pragma('synchronous = NORMAL')
  return {
    flush: () => log.sync(),
    [Symbol.asyncDispose]: () => log.close(),
  }
}
