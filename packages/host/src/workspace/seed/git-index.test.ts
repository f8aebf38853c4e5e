import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isGitIndex, stagedContent } from './git-index.ts'

/** A repository with a few files staged, and what it does next. */
function repository(...options: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrial-index-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...args: readonly string[]): void => {
    execFileSync('git', args, { cwd: folder, env, stdio: 'pipe' })
  }
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  git('init', '--quiet', ...options)
  const names = ['a', 'a-much-longer-name', 'a-much-longer-name-still', 'b', 'new']
  for (const name of names) write(name, name)
  return { git, write, folder, index: () => readFileSync(join(folder, '.git/index')) }
}

test.each([
  ['2', []],
  ['3', ['--intent-to-add', 'new']],
  ['4', []],
])(
  'compares an index of version %s by what is staged, not by when its files were looked at',
  (version, more) => {
    const { git, write, folder, index } = repository()
    git('config', 'index.version', version === '3' ? '2' : version)
    git('add', 'a', 'a-much-longer-name', 'a-much-longer-name-still', 'b')
    if (more.length > 0) git('add', ...more)
    const before = index()
    expect(before.readUInt32BE(4)).toBe(Number(version))
    utimesSync(join(folder, 'b'), new Date(), new Date(1_000_000_000_000))
    git('status')
    const looked = index()
    expect(looked.equals(before)).toBe(false)
    expect(stagedContent(looked).equals(stagedContent(before))).toBe(true)
    expect(stagedContent(before).toString('latin1')).toContain('longer-name')

    write('b', 'other')
    git('add', 'b')
    expect(stagedContent(index()).equals(stagedContent(before))).toBe(false)
  },
)

test('takes as it is what it cannot read', () => {
  const { git, index } = repository('--object-format=sha256')
  git('add', '.')
  const sha256 = index()
  expect(stagedContent(sha256)).toBe(sha256)
  for (const text of ['', 'DIRC', 'ref: refs/heads/index\n']) {
    const bytes = Buffer.from(text)
    expect(stagedContent(bytes)).toBe(bytes)
  }
  const cut = sha256.subarray(0, 60)
  expect(stagedContent(cut)).toBe(cut)
})

test.each([
  ['.git/index', true],
  ['deep/.git/modules/lib/index', true],
  ['index', false],
  ['.github/index', false],
  ['.git/index.ts', false],
])('%s is an index: %s', (path, is) => expect(isGitIndex(path)).toBe(is))
