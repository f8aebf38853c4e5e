import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { InfrastructureError } from '@vitrial/core/errors'
import type { ExitStatus, Runtime, Sandbox } from '@vitrial/core/ports'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { JudgeServer } from './judge-server.ts'

const never = new AbortController().signal

/** A program in OpenCode's place: it listens as far as anybody can see. */
const listening = `console.log('opencode server listening on http://127.0.0.1:1 ')
  setInterval(() => {}, 1000)`

function refuse(): never {
  throw new TypeError('This sandbox is only started and ended.')
}

/** A sandbox on this machine that ends nothing without an error; the steps of its end are kept. */
async function stubbornRuntime(): Promise<{ readonly runtime: Runtime; readonly ended: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrial-judge-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const ended: string[] = []
  const end = async (what: string): Promise<void> => {
    ended.push(what)
    throw new InfrastructureError('VITRIAL_INFRA_SANDBOX_END', `The ${what} cannot be ended. End it by hand.`)
  }
  const sandbox: Sandbox = {
    id: 'stubborn',
    directories: { workspace: folder, home: folder, temporary: folder },
    lost: never,
    limitReached: never,
    confirmAlive: async () => {},
    hitLimits: async () => [],
    async exec() {
      const child = spawn(process.execPath, ['-e', listening], { stdio: ['ignore', 'pipe', 'pipe'] })
      const exit = once(child, 'exit').then(([code, signal]): ExitStatus => ({ code, signal }))
      const kill = async (): Promise<void> => {
        child.kill('SIGKILL')
        await exit
        await end('server')
      }
      return { stdout: child.stdout, stderr: child.stderr, exit, kill }
    },
    upload: async () => undefined,
    download: refuse,
    dial: refuse,
    serve: async () => ({ port: 1, [Symbol.asyncDispose]: () => end('port') }),
    freeze: refuse,
    [Symbol.asyncDispose]: () => end('sandbox'),
  }
  const runtime: Runtime = {
    id: 'stubborn',
    contained: false,
    acquire: async () => sandbox,
    [Symbol.asyncDispose]: async () => undefined,
  }
  return { runtime, ended }
}

test('ends all that it holds, whatever cannot be ended', async () => {
  const { runtime, ended } = await stubbornRuntime()
  const model = { ref: { provider: 'scripted', model: 'judge' }, entry: {} }
  const server = new JudgeServer({ runtime, model, websearch: false, version: '1.18.33' })
  const { server: running } = await server.connect(never)
  await expect(server[Symbol.asyncDispose]()).rejects.toThrow()
  expect(ended).toEqual(['server', 'port', 'sandbox'])
  expect(running.hasExited).toBe(true)
})
