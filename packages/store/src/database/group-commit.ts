import { StoreError } from '@vitrial/core/errors'
import type Database from 'better-sqlite3'
import { storeErrorOf } from './store-error.ts'

export interface GroupCommitOptions {
  readonly connection: Database.Database
  /** Names the database in error messages. */
  readonly file: string
  /** Brings what was committed so far to the disk. */
  readonly flush: () => Promise<void>
}

interface QueuedWrite {
  /** What it does, for the error message: `finalize eval run 0197…`. */
  readonly step: string
  readonly work: () => void
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/**
 * Commits all writes of one turn of the event loop in one transaction, and flushes all that was committed
 * meanwhile at once, so that many trials share one wait for the disk. Each write is a savepoint: one that
 * fails leaves its neighbours alone.
 */
export class GroupCommit {
  readonly #connection: Database.Database
  readonly #file: string
  readonly #flush: () => Promise<void>
  readonly #statements: Record<'begin' | 'save' | 'undo' | 'keep' | 'commit' | 'rollback', Database.Statement>
  #queue: QueuedWrite[] = []
  #committed: QueuedWrite[] = []
  #flushing: Promise<void> | undefined
  #isClosed = false

  constructor({ connection, file, flush }: GroupCommitOptions) {
    this.#connection = connection
    this.#file = file
    this.#flush = flush
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
      if (this.#queue.length === 1) setImmediate(() => this.#commit())
    })
  }

  /** Brings what is queued to the disk and refuses all further writes. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#commit()
    await this.#flushing
  }

  #commit(): void {
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
    for (const [write, thrown] of failures) this.#fail(write, thrown)
    this.#committed.push(...queue.filter((write) => !failures.has(write)))
    if (this.#committed.length > 0) this.#flushing ??= this.#flushCommitted()
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

  async #flushCommitted(): Promise<void> {
    while (this.#committed.length > 0) {
      const group = this.#committed
      this.#committed = []
      try {
        // oxlint-disable-next-line no-await-in-loop -- what is committed meanwhile shares the next flush
        await this.#flush()
        for (const write of group) write.resolve()
      } catch (thrown) {
        for (const write of group) this.#fail(write, thrown)
      }
    }
    this.#flushing = undefined
  }

  #fail(write: QueuedWrite, thrown: unknown): void {
    write.reject(storeErrorOf(thrown, { file: this.#file, step: write.step, kind: 'write' }))
  }
}

/** The results were closed before something was asked of them. */
export function closedError(file: string, step: string): StoreError {
  return new StoreError(
    'VITRIAL_STORE_REFUSED',
    `Could not ${step}: ${file} is closed. Open the results again to go on.`,
  )
}
