import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunOwner } from '@vitrial/core/records'
import { sandboxLabels } from '../ownership/labels.ts'
import { readFolderLabels, writeFolderLabels } from '../ownership/folder-labels.ts'
import { thisOwner } from '../ownership/owner.ts'
import { sweepFolders } from './sweep-folders.ts'

const { signal } = new AbortController()
const dead: RunOwner = { ...thisOwner(), startedAtMs: 10 }
let temporaryRoot: string
let child: ChildProcess | undefined

beforeEach(async () => {
  temporaryRoot = await realpath(await mkdtemp(join(tmpdir(), 'sweep-test-')))
})

afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(temporaryRoot, { recursive: true })
})

async function folderOf(name: string, owner?: RunOwner, createdAtMs = Date.now()): Promise<string> {
  const folder = join(temporaryRoot, name)
  await mkdir(join(folder, 'workspace'), { recursive: true })
  if (owner) {
    await writeFolderLabels(folder, sandboxLabels({ runId: 'run', sandboxId: name, owner, createdAtMs }))
  }
  return folder
}

async function sweep(now = Date.now()): Promise<readonly string[]> {
  await sweepFolders({ temporaryRoot, now }, signal)
  return (await readdir(temporaryRoot)).toSorted()
}

const isRoot = process.getuid?.() === 0

/** Whether the file system has the mark that stops root. */
function canMark(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'sweep-test-'))
  try {
    for (const mark of ['+i', '-i']) execFileSync('chattr', [mark, folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
}

describe('the sweep of temporary folders', () => {
  it('removes what a dead host left, and ends what still runs there', async () => {
    const folder = await folderOf('vitrial-left', dead)
    child = spawn('sleep', ['60'], {
      cwd: folder,
      detached: true,
      env: { VITRIAL_SANDBOX: 'vitrial-left.1' },
    })
    await once(child, 'spawn')
    const exited = once(child, 'exit')

    expect(await sweep()).toEqual([])
    expect(await exited).toEqual([null, 'SIGKILL'])
  })

  it.skipIf(isRoot && !canMark())('gives back what resists and why, and goes on with the rest', async () => {
    const resisting = await folderOf('vitrial-a-resists', dead)
    const other = await folderOf('vitrial-b', dead)
    // Nothing but a file system's own mark stops root, and nobody else may set it.
    const setResisting = async (isSo: boolean): Promise<void> => {
      if (isRoot) execFileSync('chattr', [isSo ? '+i' : '-i', resisting])
      else await chmod(temporaryRoot, isSo ? 0o500 : 0o700)
    }
    await setResisting(true)
    try {
      const leftovers = await sweepFolders({ temporaryRoot, now: Date.now() }, signal)

      const expected = isRoot ? [resisting] : [resisting, other]
      expect(leftovers.map(({ what }) => what)).toEqual(expected)
      expect(leftovers[0]?.why).toMatch(/not permitted|denied/)
      expect(leftovers[0]?.why).not.toContain('\n')
    } finally {
      await setResisting(false)
    }
    expect(await sweep()).toEqual([])
  })

  it('says which folder for temporary files cannot be read', async () => {
    const sweeping = sweepFolders({ temporaryRoot: join(temporaryRoot, 'nowhere'), now: Date.now() }, signal)
    await expect(sweeping).rejects.toMatchObject({
      code: 'VITRIAL_INFRA_SANDBOX_START',
      message: expect.stringContaining('nowhere'),
    })
  })

  it('touches nothing of a living host', async () => {
    const folder = await folderOf('vitrial-mine', thisOwner(), 0)
    expect(await readFolderLabels(folder)).toMatchObject({ 'vitrial.sandbox': 'vitrial-mine' })

    expect(await sweep(Date.now() + 1e12)).toEqual(['vitrial-mine'])
  })

  it('touches nothing that does not say it is ours', async () => {
    await folderOf('vitrial-benchmark')
    await folderOf('someone-else', dead)
    const broken = await folderOf('vitrial-broken')
    await writeFile(join(broken, '.vitrial-labels.json'), '{"vitrial.owner":')
    const outside = await folderOf('outside', dead)
    await symlink(outside, join(temporaryRoot, 'vitrial-link'))
    const everything = (await readdir(temporaryRoot)).toSorted()

    expect(await sweep()).toEqual(everything)
    expect(everything).toHaveLength(5)
    expect(await readdir(outside)).toHaveLength(2)
  })

  it('gives another machine’s host a week', async () => {
    const now = Date.now()
    await folderOf('vitrial-elsewhere', { ...dead, machine: 'elsewhere' }, now)

    expect(await sweep(now + 6 * 24 * 3_600_000)).toEqual(['vitrial-elsewhere'])
    expect(await sweep(now + 8 * 24 * 3_600_000)).toEqual([])
  })
})
