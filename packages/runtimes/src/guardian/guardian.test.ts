import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readProcess, readProcessTable } from '../machine/process-table.ts'
import { createGuardian } from './create-guardian.ts'

const built = fileURLToPath(new URL('../../dist/guardian/', import.meta.url))
let temporaryRoot: string
const started: ChildProcess[] = []
const staying: number[] = []

beforeEach(async () => {
  temporaryRoot = await realpath(await mkdtemp(join(tmpdir(), 'guardian-test-')))
})

afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  for (const pid of staying.splice(0).filter(isRunning)) process.kill(pid, 'SIGKILL')
  await rm(temporaryRoot, { recursive: true })
})

interface StartedHost {
  readonly child: ChildProcess
  readonly guardian: number
  readonly pids: readonly number[]
}

/** A host with sandboxes of four programs each, which all run. */
async function startHost(sandboxes: number): Promise<StartedHost> {
  const source = fileURLToPath(new URL('hold-until-killed.fixture.ts', import.meta.url))
  const script = join(built, basename(source, '.ts'))
  const child = spawn(process.execPath, [`${script}.js`, temporaryRoot, String(sandboxes)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await until(() => text.split('\n').length > sandboxes * 4)
  const pids = text.trim().split('\n').map(Number)
  staying.push(...pids)
  expect(pids.filter(isRunning)).toHaveLength(sandboxes * 4)
  return { child, guardian: await guardianOf(child.pid), pids }
}

/** The guardian that a process has started; it takes its name when signals cannot end it any more. */
async function guardianOf(host: number | undefined): Promise<number> {
  await until(() => guardiansOf(host).length > 0)
  return guardiansOf(host)[0]!
}

function guardiansOf(host: number | undefined): readonly number[] {
  const guardians = readProcessTable().filter(
    ({ parent, program }) => parent === host && program.startsWith('vitrial-'),
  )
  return guardians.map(({ pid }) => pid)
}

function isRunning(pid: number): boolean {
  return readProcess(pid) !== undefined
}

async function until(isSo: () => boolean, withinMs = 10_000): Promise<number> {
  const begun = performance.now()
  while (!isSo()) {
    if (performance.now() - begun > withinMs) throw new Error(`Not so after ${withinMs} ms.`)
    await delay(10)
  }
  return performance.now() - begun
}

describe('the guardian', () => {
  it('ends all that a killed host left within 3 s, and then itself', async () => {
    const { child, guardian, pids } = await startHost(8)
    expect(await readdir(temporaryRoot)).toHaveLength(8)

    child.kill('SIGKILL')

    await until(() => !pids.some(isRunning) && !isRunning(guardian), 3_000)
    expect(await readdir(temporaryRoot)).toEqual([])
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'does its work after %s to the host’s whole group and to itself',
    async (signal) => {
      const { child, guardian, pids } = await startHost(1)

      process.kill(guardian, signal)
      process.kill(-(child.pid ?? 0), signal)
      await once(child, 'exit')

      await until(() => !pids.some(isRunning) && !isRunning(guardian), 3_000)
      expect(await readdir(temporaryRoot)).toEqual([])
    },
  )

  it('leaves alone what was released, and has ended once it is closed', async () => {
    const folders = ['held', 'released'].map((name) => join(temporaryRoot, name))
    await Promise.all(folders.map((folder) => mkdir(folder)))
    const guardian = createGuardian({ temporaryRoot })
    const [, released] = folders.map((path) => guardian.hold({ kind: 'folder', path }))
    released?.[Symbol.dispose]()
    const pid = await guardianOf(process.pid)

    await guardian[Symbol.asyncDispose]()

    expect(isRunning(pid)).toBe(false)
    expect(await readdir(temporaryRoot)).toEqual(['released'])
  })

  it('is replaced at once by one that knows as much when it was ended itself', async () => {
    const folders = ['first', 'second'].map((name) => join(temporaryRoot, name))
    await Promise.all(folders.map((folder) => mkdir(folder)))
    const guardian = createGuardian({ temporaryRoot })
    for (const path of folders) guardian.hold({ kind: 'folder', path })
    const killed = await guardianOf(process.pid)

    process.kill(killed, 'SIGKILL')
    await until(() => guardiansOf(process.pid).some((pid) => pid !== killed))
    await guardian[Symbol.asyncDispose]()

    expect(await readdir(temporaryRoot)).toEqual([])
  })

  it('knows what it was told when nobody had heard yet of the end of its predecessor', async () => {
    const folders = ['first', 'second'].map((name) => join(temporaryRoot, name))
    await Promise.all(folders.map((folder) => mkdir(folder)))
    const guardian = createGuardian({ temporaryRoot })
    guardian.hold({ kind: 'folder', path: folders[0] ?? '' })
    process.kill(await guardianOf(process.pid), 'SIGKILL')

    guardian.hold({ kind: 'folder', path: folders[1] ?? '' })
    await guardian[Symbol.asyncDispose]()

    expect(await readdir(temporaryRoot)).toEqual([])
  })

  it('does not keep its host from ending', async () => {
    const folder = join(temporaryRoot, 'held')
    await mkdir(folder)
    const script = `
      import { createGuardian } from ${JSON.stringify(join(built, 'create-guardian.js'))}
      createGuardian({}).hold({ kind: 'folder', path: ${JSON.stringify(folder)} })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' })
    started.push(child)

    const [code] = await once(child, 'exit')

    expect(code).toBe(0)
    await until(() => !existsSync(folder), 3_000)
  })

  it('loads nothing but Node', async () => {
    const seen = new Set<string>()
    const outside = new Set<string>()
    const visit = async (file: string): Promise<void> => {
      if (seen.has(file)) return
      seen.add(file)
      for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(/from '([^']+)'/g)) {
        if (name.startsWith('.')) await visit(resolve(dirname(file), name))
        else if (!name.startsWith('node:')) outside.add(name)
      }
    }

    await visit(join(built, 'guardian-process.js'))

    expect([...outside]).toEqual([])
    expect(seen.size).toBeGreaterThan(5)
  })
})
