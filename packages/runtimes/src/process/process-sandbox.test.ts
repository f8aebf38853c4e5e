import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InfrastructureError } from '@vitrial/core/errors'
import type { Sandbox, Trace } from '@vitrial/core/ports'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createProcessRuntime, type ProcessRuntimeOptions } from './process-runtime.ts'

const isRoot = process.getuid?.() === 0
const signal = AbortSignal.timeout(60_000)
let temporaryRoot: string

beforeEach(async () => {
  temporaryRoot = await mkdtemp(join(tmpdir(), 'runtime-test-'))
})

afterEach(() => rm(temporaryRoot, { recursive: true }))

function acquire(options: Partial<ProcessRuntimeOptions> = {}): Promise<Sandbox> {
  const runtime = createProcessRuntime({ id: 'process', temporaryRoot, ...options })
  return runtime.acquire({ runId: 'run-1', limits: {} }, signal)
}

function isThere(trace: Trace): boolean {
  return trace.kind === 'processes' && existsSync(trace.folder)
}

async function runScript(sandbox: Sandbox, script: string): Promise<string> {
  const cwd = sandbox.directories.workspace
  const program = await sandbox.exec({ argv: ['sh', '-c', script], cwd }, signal)
  let text = ''
  for await (const chunk of program.stdout) text += Buffer.from(chunk).toString()
  await program.exit
  return text
}

async function downloadPaths(sandbox: Sandbox): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const entry of sandbox.download(sandbox.directories.workspace, signal)) {
    found.set(entry.path, entry.type)
  }
  return found
}

describe('a process sandbox', () => {
  it('commits by a neutral identity, never by that of whoever runs it', async () => {
    vi.stubEnv('GIT_AUTHOR_NAME', 'Somebody Real')
    vi.stubEnv('GIT_COMMITTER_EMAIL', 'somebody@real.example')
    vi.stubEnv('EMAIL', 'somebody@real.example')
    onTestFinished(() => void vi.unstubAllEnvs())
    await using sandbox = await acquire()
    const log = "git log -1 --format='%an <%ae> %cn <%ce>'"
    const script = `git init -q .; git commit -q --allow-empty -m one; ${log}
      git config user.name Ada; git commit -q --allow-empty -m two; ${log}; git config --list --show-origin`
    const [first, second, ...configuration] = (await runScript(sandbox, script)).split('\n')
    expect([first, second]).toEqual([
      'agent <agent@localhost> agent <agent@localhost>',
      'Ada <agent@localhost> Ada <agent@localhost>',
    ])
    // From its own folder alone, whatever this machine or person has.
    const folder = join(sandbox.directories.workspace, '..')
    const others = configuration.filter((line) => !/^file:(?:\.git\/config|$)/.test(line) && line !== '')
    expect(others.every((line) => line.startsWith(`file:${folder}/`))).toBe(true)
  })

  it('is held before there is anything of it, and released when nothing is left', async () => {
    const told: string[] = []
    let held: Trace | undefined
    const guardian = {
      hold(trace: Trace): Disposable {
        held = trace
        told.push(`hold, folder ${isThere(trace) ? 'there' : 'absent'}`)
        return { [Symbol.dispose]: () => told.push(`release, folder ${isThere(trace) ? 'there' : 'absent'}`) }
      },
    }
    const sandbox = await acquire({ guardian })
    const folder = join(sandbox.directories.workspace, '..')
    expect(held).toEqual({ kind: 'processes', sandboxId: sandbox.id, folder })
    expect(await runScript(sandbox, 'echo $VITRIAL_SANDBOX')).toBe(`${sandbox.id}.1\n`)
    expect(told).toEqual(['hold, folder absent'])
    await sandbox[Symbol.asyncDispose]()
    expect(told).toEqual(['hold, folder absent', 'release, folder absent'])
  })

  it('finds the programs it was given by name, and not those of the host', async () => {
    await using sandbox = await acquire({ programs: { agent: process.execPath } })
    expect(await runScript(sandbox, `agent -p '"given"'`)).toBe('given\n')
    expect(await runScript(sandbox, 'echo $PATH')).not.toContain('node_modules')
  })

  it('leaves no folder behind when a program it should give is missing', async () => {
    const acquiring = acquire({ programs: { agent: '/nowhere/agent' } })
    await expect(acquiring).rejects.toThrow(InfrastructureError)
    expect(await readdir(temporaryRoot)).toEqual([])
  })

  it('lets a person look into its folder without ending their shell', async () => {
    const sandbox = await acquire()
    await runScript(sandbox, 'true')
    const shell = spawn('sleep', ['60'], { cwd: sandbox.directories.workspace })
    await once(shell, 'spawn')
    await sandbox[Symbol.asyncDispose]()
    expect(shell.exitCode ?? shell.signalCode).toBe(null)
    shell.kill('SIGKILL')
    await once(shell, 'exit')
  })

  it('refuses directories that are not its own', async () => {
    await using sandbox = await acquire()
    await writeFile(join(temporaryRoot, 'secret'), 'x')
    const reading = sandbox.download(temporaryRoot, signal)[Symbol.asyncIterator]().next()
    await expect(reading).rejects.toThrow(InfrastructureError)
    const beside = `${sandbox.directories.workspace}/../..`
    const writing = sandbox.upload(beside, (async function* () {})(), signal)
    await expect(writing).rejects.toThrow(InfrastructureError)
  })

  it('keeps names that are not UTF-8 apart and readable', async () => {
    await using sandbox = await acquire()
    await runScript(sandbox, String.raw`printf x > "$(printf 'a\377')"; printf y > "$(printf 'a\376')"`)
    expect([...(await downloadPaths(sandbox)).keys()]).toEqual([String.raw`a\xfe`, String.raw`a\xff`])
  })

  it('names what is too deep to be read, and removes it all the same', async () => {
    const sandbox = await acquire()
    // Each half is a path that is allowed, both together are not.
    const half = Array.from({ length: 15 }, () => 'd'.repeat(200)).join('/')
    await runScript(sandbox, `mkdir -p ${half}; cd ${half}; mkdir -p ${half}`)
    const found = await downloadPaths(sandbox)
    expect(found.size).toBeGreaterThan(15)
    expect([...found.values()].at(-1)).toBe('special')
    await sandbox[Symbol.asyncDispose]()
    expect(await readdir(temporaryRoot)).toEqual([])
  })

  it.runIf(isRoot)('reads and removes what has no permissions without being root', async () => {
    await rm(temporaryRoot, { recursive: true })
    process.seteuid?.(65_534)
    try {
      temporaryRoot = await mkdtemp(join(tmpdir(), 'runtime-test-'))
      const sandbox = await acquire()
      const { workspace } = sandbox.directories
      // Made here, since a shell gives up an effective user that is not the real one.
      await mkdir(join(workspace, 'shut/in'), { recursive: true })
      for (const path of ['b', 'shut/in/a']) await writeFile(join(workspace, path), 'x', { mode: 0 })
      for (const path of ['shut/in', 'shut']) await chmod(join(workspace, path), 0)
      expect([...(await downloadPaths(sandbox))]).toEqual([
        ['b', 'file'],
        ['shut', 'directory'],
        ['shut/in', 'directory'],
        ['shut/in/a', 'file'],
      ])
      for (const path of ['b', 'shut']) expect((await stat(join(workspace, path))).mode & 0o777).toBe(0)
      await sandbox[Symbol.asyncDispose]()
      expect(await readdir(temporaryRoot)).toEqual([])
    } finally {
      process.seteuid?.(0)
    }
  })
})
