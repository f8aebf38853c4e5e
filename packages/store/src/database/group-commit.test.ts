import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { GroupCommit } from './group-commit.ts'
import { testFolder } from '../temporary-folder.fixture.ts'

interface OpenedCommits {
  readonly commits: GroupCommit
  readonly connection: Database.Database
  readonly file: string
  readonly transactions: () => number
  readonly insert: (id: number, text?: string) => Promise<void>
}

async function open(flush: () => Promise<void> = async () => {}): Promise<OpenedCommits> {
  const file = join(await testFolder(), 'test.db')
  const statements: string[] = []
  const connection = new Database(file, { timeout: 20, verbose: (sql) => statements.push(String(sql)) })
  onTestFinished(() => void connection.close())
  connection.pragma('journal_mode = WAL')
  connection.exec('CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT) STRICT')
  const commits = new GroupCommit({ connection, file, flush })
  const statement = connection.prepare('INSERT INTO notes VALUES (?, ?)')
  return {
    commits,
    connection,
    file,
    transactions: () => statements.filter((sql) => sql === 'COMMIT').length,
    insert: (id, text = '') => commits.write(`write note ${id}`, () => void statement.run(id, text)),
  }
}

function ids(file: string): readonly unknown[] {
  const reader = new Database(file, { readonly: true })
  try {
    return reader.prepare('SELECT id FROM notes ORDER BY id').pluck().all()
  } finally {
    reader.close()
  }
}

test('commits all writes of a turn in one transaction', async () => {
  const { insert, transactions } = await open()
  await Promise.all([insert(1), insert(2), Promise.resolve().then(() => insert(3))])
  expect(transactions()).toBe(1)
  await insert(4)
  expect(transactions()).toBe(2)
})

test('resolves a write once another process can read it', async () => {
  const { insert, file } = await open()
  const writing = insert(1)
  expect(ids(file)).toEqual([])
  await writing
  expect(ids(file)).toEqual([1])
})

test('keeps the neighbours of a write that fails, and all of it undone', async () => {
  const { commits, connection, insert, file } = await open()
  const first = insert(1)
  const half = commits.write('write notes 10 and 1', () => {
    connection.prepare('INSERT INTO notes VALUES (10, NULL)').run()
    connection.prepare('INSERT INTO notes VALUES (1, NULL)').run()
  })
  const settled = await Promise.allSettled([first, insert(1), half, insert(2)])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(ids(file)).toEqual([1, 2])
})

test('fails a write on a full disk with what to do, and goes on when there is room', async () => {
  const { connection, insert, file } = await open()
  await insert(1)
  connection.pragma('max_page_count = 3')
  const full = insert(2, 'x'.repeat(50_000))
  await expect(full).rejects.toMatchObject({
    name: 'StoreError',
    code: 'VITRIAL_STORE_WRITE',
    retryable: true,
    message: expect.stringMatching(/write note 2 in .*test\.db: .*Make room on the disk/),
    cause: { code: 'SQLITE_FULL' },
  })
  connection.pragma('max_page_count = 1000')
  await insert(3)
  expect(ids(file)).toEqual([1, 3])
})

test('says that another process is writing', async () => {
  const { insert, file } = await open()
  const other = new Database(file)
  other.exec('BEGIN IMMEDIATE')
  const blocked = await Promise.allSettled([insert(1), insert(2)])
  other.close()
  expect(blocked).toMatchObject(
    [1, 2].map((id) => ({
      status: 'rejected',
      reason: {
        code: 'VITRIAL_STORE_WRITE',
        message: expect.stringMatching(new RegExp(`write note ${id} .*Another process is writing`)),
      },
    })),
  )
  await insert(3)
  expect(ids(file)).toEqual([3])
})

test('fails every write of a group whose commit fails, and leaves no transaction open', async () => {
  const { commits, connection, insert, file } = await open()
  connection.exec(
    'CREATE TABLE links (note INTEGER REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED) STRICT',
  )
  connection.pragma('foreign_keys = ON')
  const dangling = commits.write('link', () => void connection.prepare('INSERT INTO links VALUES (9)').run())
  const settled = await Promise.allSettled([insert(1), dangling])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(connection.inTransaction).toBe(false)
  await insert(2)
  expect(ids(file)).toEqual([2])
})

test('resolves a write only when it is flushed, and flushes what came meanwhile together', async () => {
  const flushes: (() => void)[] = []
  const { insert, transactions } = await open(() => new Promise((resolve) => flushes.push(resolve)))
  const settled: number[] = []
  const write = (id: number): Promise<void> => insert(id).then(() => void settled.push(id))
  const first = write(1)
  await expect.poll(transactions).toBe(1)
  const second = write(2)
  await expect.poll(transactions).toBe(2)
  const third = write(3)
  await expect.poll(transactions).toBe(3)
  expect(settled).toEqual([])
  expect(flushes).toHaveLength(1)
  flushes[0]?.()
  await first
  await expect.poll(() => flushes.length).toBe(2)
  expect(settled).toEqual([1])
  flushes[1]?.()
  await Promise.all([second, third])
  expect(settled).toEqual([1, 2, 3])
})

test('fails a write that cannot be flushed', async () => {
  const lost = Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' })
  let works = false
  const { insert } = await open(() => (works ? Promise.resolve() : Promise.reject(lost)))
  await expect(insert(1)).rejects.toMatchObject({ code: 'VITRIAL_STORE_WRITE', cause: lost })
  works = true
  await expect(insert(2)).resolves.toBeUndefined()
})

test('closes only when all is flushed', async () => {
  let isFlushed = false
  const { commits, insert } = await open(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    isFlushed = true
  })
  const writing = insert(1)
  await commits.close()
  expect(isFlushed).toBe(true)
  await expect(writing).resolves.toBeUndefined()
  await expect(insert(2)).rejects.toMatchObject({ code: 'VITRIAL_STORE_REFUSED' })
})
