import { contentBytes, MemoryObjectStore } from '@vitrial/fixtures'
import { execFileSync } from 'node:child_process'
import { chmod, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../benchmark/load/temporary-benchmark.fixture.ts'
import { freezeSeed, seedFiles, type FrozenSeed } from './frozen-seed.ts'

const files = { 'a.txt': 'a\n', 'src/sum.ts': 'export const sum = 1\n' }

/** The files that a candidate would get now, and its folders and links. */
async function given(seed: FrozenSeed, objects = new MemoryObjectStore()): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for await (const entry of seedFiles(seed, objects)) {
    found[entry.path] =
      entry.type === 'file'
        ? `${entry.mode.toString(8)} ${Buffer.from(await contentBytes(entry.content)).toString()}`
        : entry.type
  }
  return found
}

test('gives the files that were hashed', async () => {
  await using folder = await temporaryFolder(files)
  await chmod(join(folder.directory, 'a.txt'), 0o755)
  await symlink('a.txt', join(folder.directory, 'link'))
  const seed = await freezeSeed(folder.directory)
  expect(await given(seed)).toEqual({
    'a.txt': '755 a\n',
    link: 'symlink',
    src: 'directory',
    'src/sum.ts': '644 export const sum = 1\n',
  })
  expect(await given(await freezeSeed(undefined))).toEqual({})
})

test('gives nothing that was added, and the mode that a file had', async () => {
  await using folder = await temporaryFolder(files)
  const seed = await freezeSeed(folder.directory)
  const before = await given(seed)
  await folder.write({ 'new.txt': 'new\n' })
  await chmod(join(folder.directory, 'a.txt'), 0o755)
  expect(await given(seed)).toEqual(before)
  expect((await freezeSeed(folder.directory)).hash).not.toBe(seed.hash)
})

test.each([
  ['edited', { 'a.txt': 'b\n' }],
  ['removed', {}],
])('gives a file that was %s as an earlier trial recorded it, or names it', async (_, edit) => {
  await using folder = await temporaryFolder(files)
  const seed = await freezeSeed(folder.directory)
  const before = await given(seed)
  await rm(join(folder.directory, 'a.txt'))
  await folder.write(edit)

  await expect(given(seed)).rejects.toMatchObject({
    code: 'VITRIAL_WORKSPACE_CHANGED',
    message: expect.stringContaining(join(folder.directory, 'a.txt')),
  })
  const objects = new MemoryObjectStore()
  await objects.put(Buffer.from('a\n'))
  expect(await given(seed, objects)).toEqual(before)
})

test.each<readonly [string, (folder: string) => Promise<unknown>]>([
  ['git status', async (folder) => execFileSync('git', ['status'], { cwd: folder })],
  ['a look by a desktop', (folder) => writeFile(join(folder, 'src/.DS_Store'), 'Bud1')],
  ['an open editor', (folder) => symlink('me@here.1:2', join(folder, '.#a.txt'))],
  ["another checkout's umask", (folder) => chmod(join(folder, 'a.txt'), 0o664)],
])('%s makes no other workspace, and no candidate sees it', async (_, happens) => {
  await using folder = await temporaryFolder(files)
  const { directory } = folder
  for (const argv of [
    ['init', '--quiet'],
    ['add', '.'],
  ])
    execFileSync('git', argv, { cwd: directory })
  const seed = await freezeSeed(directory)
  const before = await given(seed)
  // A whole second, so that git looks at the file again.
  await utimes(join(directory, 'a.txt'), 1_000_000_000, 1_000_000_000)
  await happens(directory)
  expect((await freezeSeed(directory)).hash).toBe(seed.hash)
  expect(Object.keys(await given(seed))).toEqual(Object.keys(before))
  execFileSync('git', ['rm', '--quiet', '--cached', 'a.txt'], { cwd: directory })
  expect((await freezeSeed(directory)).hash).not.toBe(seed.hash)
})

test('gives a large file in pieces, as it was frozen or as an earlier trial recorded it', async () => {
  const text = 'a line\n'.repeat(500_000)
  await using folder = await temporaryFolder({ 'large.txt': text })
  const seed = await freezeSeed(folder.directory)
  expect(await given(seed)).toEqual({ 'large.txt': `644 ${text}` })
  await folder.write({ 'large.txt': text.toUpperCase() })
  await expect(given(seed)).rejects.toMatchObject({ code: 'VITRIAL_WORKSPACE_CHANGED' })
  const objects = new MemoryObjectStore()
  await objects.put(Buffer.from(text))
  expect(await given(seed, objects)).toEqual({ 'large.txt': `644 ${text}` })
})
