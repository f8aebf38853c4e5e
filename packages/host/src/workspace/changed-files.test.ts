import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Snapshot } from '@vitrial/core/recording'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { sha256 } from '../content/hashes.ts'
import { changedFiles } from './changed-files.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vitrial-seed-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  await mkdir(join(directory, 'src'))
  await writeFile(join(directory, 'src/sum.ts'), 'a + b')
  await writeFile(join(directory, 'test.sh'), 'true', { mode: 0o755 })
  await symlink('src/sum.ts', join(directory, 'link'))
})

function file(path: string, text: string, mode: number): Snapshot['entries'][number] {
  return { type: 'file', path, mode, sizeBytes: text.length, hash: sha256(text) }
}

/** The same files, as a sandbox that keeps less of a mode would have recorded them. */
function recorded(changes: Partial<Snapshot> = {}): Snapshot {
  return {
    entries: [
      { type: 'symlink', path: 'link', target: 'src/sum.ts' },
      { type: 'directory', path: 'src', mode: 0o700 },
      file('src/sum.ts', 'a + b', 0o600),
      file('test.sh', 'true', 0o700),
    ],
    excluded: [],
    ...changes,
  }
}

test('names nothing where the files are the same', async () => {
  expect(await changedFiles(directory, recorded())).toEqual([])
})

test('names what was changed, added and removed, sorted', async () => {
  await writeFile(join(directory, 'src/sum.ts'), 'a - b')
  await writeFile(join(directory, 'README.md'), 'Sums.')
  await rm(join(directory, 'test.sh'))
  expect(await changedFiles(directory, recorded())).toEqual([
    'README.md (added)',
    'src/sum.ts',
    'test.sh (removed)',
  ])
})

test.each<readonly [string, string, (text: string) => string]>([
  ['had others', 'a\nb\n', (text) => text.replaceAll('\n', '\r\n')],
  ['have others', 'a\r\nb\r\n', (text) => text.replaceAll('\r\n', '\n')],
])('says of a file whose lines %s that nothing else of it changed', async (_, before, change) => {
  const entries = [file('text', before, 0o644)]
  const own = await mkdtemp(join(tmpdir(), 'vitrial-seed-'))
  onTestFinished(() => rm(own, { recursive: true, force: true }))
  await writeFile(join(own, 'text'), change(before))
  expect(await changedFiles(own, recorded({ entries }))).toEqual(['text (line endings only)'])
  await writeFile(join(own, 'text'), `${change(before)}more`)
  expect(await changedFiles(own, recorded({ entries }))).toEqual(['text'])
})

test('names folders too, and what was not recorded where nothing else can have changed', async () => {
  await mkdir(join(directory, 'empty'))
  expect(await changedFiles(directory, recorded())).toEqual(['empty (added)'])
  await rm(join(directory, 'empty'), { recursive: true })
  expect(await changedFiles(directory, recorded({ excluded: ['.git'] }))).toEqual(['something in .git'])
})

test('names a link that leads elsewhere, and a file that can be executed now', async () => {
  await rm(join(directory, 'link'))
  await symlink('test.sh', join(directory, 'link'))
  await chmod(join(directory, 'src/sum.ts'), 0o755)
  expect(await changedFiles(directory, recorded())).toEqual(['link', 'src/sum.ts (executable)'])
})

test('says nothing of folders that were not recorded', async () => {
  await mkdir(join(directory, 'node_modules/dependency'), { recursive: true })
  await writeFile(join(directory, 'node_modules/dependency/index.js'), '')
  const excluded = ['node_modules']
  await writeFile(join(directory, 'src/sum.ts'), 'a - b')
  expect(await changedFiles(directory, recorded({ excluded }))).toEqual(['src/sum.ts'])
  expect(await changedFiles(directory, recorded())).toContain('node_modules/dependency/index.js (added)')
})

test('names every file of a workspace that is gone', async () => {
  const paths = ['link', 'src', 'src/sum.ts', 'test.sh']
  expect(await changedFiles(undefined, recorded())).toEqual(paths.map((path) => `${path} (removed)`))
})
