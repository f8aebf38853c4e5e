import { execFileSync } from 'node:child_process'
import { lstat, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExportRow } from '@vitrial/host'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeRows } from './write-rows.ts'

const never = new AbortController().signal
const row: ExportRow = {
  type: 'trial',
  id: 'one:scripted/a:1',
  eval: 'one',
  model: 'scripted/a',
  repetition: 1,
  evalRun: null,
  judgment: null,
}
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrial-rows-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function* rowsThen(end: () => void): AsyncGenerator<ExportRow> {
  yield row
  end()
  yield row
}

test('leaves what was there if the rows end in an error, and nothing beside it', async () => {
  const file = join(folder, 'all.jsonl')
  await writeFile(file, 'of before')
  const damaged = new Error('damaged')
  const writing = writeRows(
    file,
    rowsThen(() => {
      throw damaged
    }),
    never,
  )
  await expect(writing).rejects.toBe(damaged)
  const interrupted = new Error('interrupted')
  const controller = new AbortController()
  const aborting = writeRows(
    file,
    rowsThen(() => controller.abort(interrupted)),
    controller.signal,
  )
  await expect(aborting).rejects.toBe(interrupted)
  expect(await readFile(file, 'utf8')).toBe('of before')
  expect(await readdir(folder)).toEqual(['all.jsonl'])
})

test('puts the rows in place of what was there, also where a link leads', async () => {
  const file = join(folder, 'all.jsonl')
  const linked = join(folder, 'link.jsonl')
  await writeFile(file, 'of before')
  await symlink(file, linked)
  expect(
    await writeRows(
      linked,
      rowsThen(() => undefined),
      never,
    ),
  ).toEqual({ trial: 2 })
  const line = `${JSON.stringify(row)}\n`
  expect(await readFile(file, 'utf8')).toBe(line + line)
  expect((await lstat(linked)).isSymbolicLink()).toBe(true)
  expect(await readdir(folder)).toEqual(['all.jsonl', 'link.jsonl'])
})

test('writes into a pipe and leaves it one', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const [text] = await Promise.all([
    readFile(pipe, 'utf8'),
    writeRows(
      pipe,
      rowsThen(() => undefined),
      never,
    ),
  ])
  expect(text.split('\n')).toHaveLength(3)
  expect((await lstat(pipe)).isFIFO()).toBe(true)
})

test('names the file that cannot be written', async () => {
  const file = join(folder, 'none', 'all.jsonl')
  await expect(
    writeRows(
      file,
      rowsThen(() => undefined),
      never,
    ),
  ).rejects.toMatchObject({
    code: 'VITRIAL_STORE_WRITE',
    message: expect.stringContaining(file),
  })
})
