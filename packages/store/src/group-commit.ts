import { StoreError } from '@vitrial/core'
import type Database from 'better-sqlite3'
import { storeErrorOf } from './store-error.ts'

interface QueuedWrite {
  /** What it does, for the error message: `finalize eval run 0197…`. */
  readonly step: string
  readonly work: () => void
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Commits all writes of one turn of the event loop in one transaction, so that many trials share one
 * flush of the disk. Each write is a savepoint: one that fails leaves its neighbours alone.
 */
export class GroupCommit {
  readonly #connection: Database.Database
  readonly #file: string
  readonly #statements: Record<'begin' | 'save' | 'undo' | 'keep' | 'commit' | 'rollback', Database.Statement>
  #queue: QueuedWrite[] = []
  #isClosed = false

  constructor(connection: Database.Database, file: string) {
    this.#connection = connection
    this.#file = file
    this.#statements = {
      begin: connection.prepare('BEGIN IMMEDIATE'),
      save: connection.prepare('SAVEPOINT write'),
      undo: connection.prepare('ROLLBACK TO write'),
      keep: connection.prepare('RELEASE write'),
      commit: connection.prepare('COMMIT'),
      rollback: connection.prepare('ROLLBACK'),
    }
  }

  /** Resolves once the write is on the disk. Writes happen in the order they were asked for. */
  write(step: string, work: () => void): Promise<void> {
    if (this.#isClosed) return Promise.reject(closedError(this.#file, step))
    return new Promise((resolve, reject) => {
      this.#queue.push({ step, work, resolve, reject })
      if (this.#queue.length === 1) setImmediate(() => this.#flush())
    })
  }

  /** Commits what is queued and refuses all further writes. */
  close(): void {
    this.#isClosed = true
    this.#flush()
  }

  #flush(): void {
    const queue = this.#queue
    this.#queue = []
    if (queue.length === 0) return
    const failures = new Map<QueuedWrite, unknown>()
    try {
      this.#statements.begin.run()
      for (const write of queue) this.#attempt(write, failures)
      this.#statements.commit.run()
    } catch (thrown) {
      if (this.#connection.inTransaction) this.#statements.rollback.run()
      for (const write of queue) if (!failures.has(write)) failures.set(write, thrown)
    }
    for (const write of queue) this.#settle(write, failures)
  }

  #attempt(write: QueuedWrite, failures: Map<QueuedWrite, unknown>): void {
    this.#statements.save.run()
    try {
      write.work()
    } catch (thrown) {
      failures.set(write, thrown)
      // A full disk may have rolled back everything; then nothing of this group was written.
      if (!this.#connection.inTransaction) throw thrown
      this.#statements.undo.run()
    }
    this.#statements.keep.run()
  }

  #settle(write: QueuedWrite, failures: ReadonlyMap<QueuedWrite, unknown>): void {
    if (!failures.has(write)) return write.resolve()
    write.reject(storeErrorOf(failures.get(write), { file: this.#file, step: write.step, kind: 'write' }))
  }
}

/** The results were closed before something was asked of them. */
export function closedError(file: string, step: string): StoreError {
  return new StoreError(
    'VITRIAL_STORE_REFUSED',
    `Could not ${step}: ${file} is closed. Open the results again to go on.`,
  )
}
