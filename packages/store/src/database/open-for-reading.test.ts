import Database from 'better-sqlite3'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../sqlite-store.ts'
import { openStoreReader } from '../sqlite-store-reader.ts'
import { testFolder } from '../temporary-folder.fixture.ts'
import { begin, benchmarkRun, newEvalRun, runAndJudge, trialId } from '../records.fixture.ts'

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

async function writtenResults(): Promise<{ folder: string; file: string }> {
  const folder = await testFolder()
  const file = join(folder, 'vitrial.db')
  await using store = await openStore({ file })
  await begin(store)
  await runAndJudge(store)
  return { folder, file }
}

test('reads what was written and leaves the folder as it was', async () => {
  const { folder, file } = await writtenResults()
  const before = readFileSync(file)
  {
    await using reader = await openStoreReader({ file })
    expect((await reader.readLatestBenchmarkRun())?.id).toBe(benchmarkRun.id)
    expect((await reader.readTrial(benchmarkRun.id, trialId))?.judgment?.id).toBe('judgment-1')
  }
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(folder)).toEqual(['vitrial.db'])
})

test('reads while another connection writes, and sees what it has committed', async () => {
  const { file } = await writtenResults()
  await using store = await openStore({ file })
  await store.startEvalRun(newEvalRun({ id: 'eval-run-2', attempt: 2 }))
  await using reader = await openStoreReader({ file })
  await store.startEvalRun(newEvalRun({ id: 'eval-run-3', attempt: 3 }))
  const first = await reader.readEvalRuns(benchmarkRun.id, { limit: 2 })
  const rest = await reader.readEvalRuns(benchmarkRun.id, { limit: 2, after: first.next ?? '' })
  expect([...first.rows, ...rest.rows].map(({ id }) => id)).toEqual([
    'eval-run-1',
    'eval-run-2',
    'eval-run-3',
  ])
  expect(rest.next).toBeUndefined()
})

describe('in a folder that cannot be written', () => {
  test('reads what a run has left', async () => {
    const { folder, file } = await writtenResults()
    makeReadOnly(folder)
    await using reader = await openStoreReader({ file })
    expect((await reader.readTrial(benchmarkRun.id, trialId))?.judgment?.id).toBe('judgment-1')
    expect(readdirSync(folder)).toEqual(['vitrial.db'])
  })

  test('reads what a run that was killed has left in its log, and leaves no copy', async () => {
    const { file } = await writtenResults()
    const folder = await testFolder()
    const left = join(folder, 'vitrial.db')
    {
      await using store = await openStore({ file })
      await store.startEvalRun(newEvalRun({ id: 'eval-run-2', attempt: 2 }))
      copyFileSync(file, left)
      copyFileSync(`${file}-wal`, `${left}-wal`)
    }
    const temporary = await testFolder()
    chmodSync(temporary, 0o777)
    vi.stubEnv('TMPDIR', temporary)
    makeReadOnly(folder)
    await using reader = await openStoreReader({ file: left })
    expect((await reader.readEvalRun('eval-run-2'))?.attempt).toBe(2)
    expect(readdirSync(folder)).toEqual(['vitrial.db', 'vitrial.db-wal'])
    expect(readdirSync(temporary)).toEqual([])
  })

  test('says what is wrong with a damaged file', async () => {
    const { folder, file } = await writtenResults()
    truncateSync(file, 5000)
    makeReadOnly(folder)
    await expect(openStoreReader({ file })).rejects.toMatchObject({ code: 'VITRIAL_STORE_DAMAGED' })
  })
})

test('refuses a missing, a truncated, a foreign and a newer file, and writes nothing', async () => {
  const { folder, file } = await writtenResults()
  await expect(openStoreReader({ file: join(folder, 'none.db') })).rejects.toMatchObject({
    code: 'VITRIAL_STORE_READ',
  })
  const newer = join(folder, 'newer.db')
  writeFileSync(newer, readFileSync(file))
  const raw = new Database(newer)
  raw.pragma('user_version = 99')
  raw.close()
  const truncated = join(folder, 'truncated.db')
  writeFileSync(truncated, readFileSync(file))
  truncateSync(truncated, 5000)
  const foreign = join(folder, 'foreign.db')
  writeFileSync(foreign, 'not a database')
  const contents = (): readonly string[] =>
    readdirSync(folder).map((name) => `${name} ${sha256(readFileSync(join(folder, name)))}`)
  const before = contents()
  for (const [damaged, code] of [
    [newer, 'VITRIAL_STORE_NEWER'],
    [truncated, 'VITRIAL_STORE_DAMAGED'],
    [foreign, 'VITRIAL_STORE_DAMAGED'],
  ] as const) {
    await expect(openStoreReader({ file: damaged })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(damaged),
    })
  }
  expect(contents()).toEqual(before)
})

test('leaves retired trials out of the aggregate and keeps their records', async () => {
  const folder = await testFolder()
  await using store = await openStore({ file: join(folder, 'vitrial.db') })
  await begin(store)
  await runAndJudge(store)
  await store.retireTrials(benchmarkRun.id, [trialId], 5000)
  const { rows } = await store.readTrials(benchmarkRun.id, { limit: 10 })
  expect(rows.map(({ trial }) => trial.id)).not.toContain(trialId)
  expect((await store.readTrial(benchmarkRun.id, trialId))?.judgment?.id).toBe('judgment-1')
})

/** For the superuser no folder is read-only, so that a test is nobody meanwhile. */
function makeReadOnly(folder: string): void {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444)
  chmodSync(folder, 0o555)
  if (process.geteuid?.() === 0) process.seteuid?.(65_534)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    if (process.getuid?.() === 0) process.seteuid?.(0)
    chmodSync(folder, 0o755)
  })
}
