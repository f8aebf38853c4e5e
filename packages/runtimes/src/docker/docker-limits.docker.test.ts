import { LimitReachedError } from '@vitrial/core/errors'
import type { SandboxLimits } from '@vitrial/core/limits'
import type { Sandbox } from '@vitrial/core/ports'
import { downloadAll } from '@vitrial/fixtures'
import { describe, expect, it } from 'vitest'
import { runText } from './docker-probe.fixture.ts'
import { canRunDocker, docker, leftByTests, testRuntime } from './docker-test.fixture.ts'

const signal = AbortSignal.timeout(300_000)

async function withSandbox(
  limits: SandboxLimits,
  use: (sandbox: Sandbox) => Promise<void>,
  processes = 128,
): Promise<void> {
  await using runtime = testRuntime({ processes })
  await using sandbox = await runtime.acquire({ runId: 'limits', limits }, signal)
  await use(sandbox)
}

async function start(sandbox: Sandbox, script: string): Promise<void> {
  await sandbox.exec({ argv: ['sh', '-c', script], cwd: sandbox.directories.workspace }, signal)
}

async function limitReached(sandbox: Sandbox): Promise<string | undefined> {
  await expect
    .poll(() => sandbox.limitReached.aborted || sandbox.lost.aborted, { timeout: 60_000 })
    .toBe(true)
  expect(sandbox.lost.reason).toBeUndefined()
  const reason: unknown = sandbox.limitReached.reason
  return reason instanceof LimitReachedError ? reason.limit : String(reason)
}

async function filesIn(sandbox: Sandbox): Promise<number> {
  return (await downloadAll(sandbox, sandbox.directories.workspace)).size
}

describe.runIf(canRunDocker)('a docker sandbox that breaks a limit', () => {
  it('ends for a full disk, by name, and keeps its files', () =>
    withSandbox({ bytesMiB: 50 }, async (sandbox) => {
      await start(
        sandbox,
        'echo kept >first; i=0; while :; do head -c 5000000 /dev/zero >f$i; i=$((i+1)); done',
      )
      expect(await limitReached(sandbox)).toBe('bytes')
      await sandbox.freeze(signal)
      expect(await filesIn(sandbox)).toBeGreaterThan(10)
      expect((await sandbox.hitLimits(signal)).map(({ limit }) => limit)).toEqual(['bytes'])
    }))

  it('ends for one file that grows for ever, which the kernel holds up at once', () =>
    withSandbox({ bytesMiB: 20 }, async (sandbox) => {
      await start(sandbox, 'cat /dev/zero >"$HOME/big"; sleep 600')
      expect(await limitReached(sandbox)).toBe('bytes')
    }))

  it('ends for a disk filled where nobody may look', () =>
    withSandbox({ bytesMiB: 20 }, async (sandbox) => {
      await start(
        sandbox,
        'mkdir hidden; head -c 15000000 /dev/zero >hidden/a; cp hidden/a hidden/b; chmod 0 hidden; sleep 600',
      )
      expect(await limitReached(sandbox)).toBe('bytes')
    }))

  it('ends for endless small files', () =>
    withSandbox({ files: 20_000 }, async (sandbox) => {
      await start(sandbox, 'mkdir d; i=0; while :; do : >d/$i; i=$((i+1)); done')
      expect(await limitReached(sandbox)).toBe('files')
    }))

  it('ends for want of memory', () =>
    withSandbox({ memoryMiB: 200 }, async (sandbox) => {
      await start(
        sandbox,
        'node --max-old-space-size=4000 -e "const a=[];for(;;)a.push(Buffer.alloc(20<<20,1))"; sleep 600',
      )
      expect(await limitReached(sandbox)).toBe('memory')
    }))

  it.each([
    ['bash', ['bash', '-c', 'bomb() { bomb | bomb & }; bomb; wait; sleep 600']],
    [
      'node',
      [
        'node',
        '-e',
        "setInterval(() => require('child_process').spawn('sleep', ['60']).on('error', () => {}), 1)",
      ],
    ],
  ] as const)('ends for a fork bomb in %s', (_name, argv) =>
    withSandbox({}, async (sandbox) => {
      await sandbox.exec({ argv, cwd: sandbox.directories.workspace }, signal)
      expect(await limitReached(sandbox)).toBe('processes')
      await sandbox.freeze(signal)
    }),
  )

  it('can end a program though no process can be started to do it', () =>
    withSandbox({}, async (sandbox) => {
      const program = await sandbox.exec(
        {
          argv: ['bash', '-c', 'echo ready; while :; do sleep 600 & done'],
          cwd: sandbox.directories.workspace,
        },
        signal,
      )
      await program.stdout[Symbol.asyncIterator]().next()
      const hits = async () => (await sandbox.hitLimits(signal)).map(({ limit }) => limit)
      await expect.poll(hits).toEqual(['processes'])
      await program.kill()
      expect(await hits()).toEqual(['processes'])
    }))

  it('bears a process that is refused, and tells of it', () =>
    withSandbox(
      {},
      async (sandbox) => {
        await runText(sandbox, 'i=0; while [ $i -lt 60 ]; do sleep 2 & i=$((i+1)); done; true')
        const hits = await sandbox.hitLimits(signal)
        expect(hits.map(({ limit }) => limit)).toEqual(['processes'])
        expect(sandbox.limitReached.aborted).toBe(false)
        // As many looks as a decision goes by.
        for (let looks = 0; looks < 20; looks += 1) await sandbox.hitLimits(signal)
        expect(sandbox.limitReached.aborted).toBe(false)
        // Seen from outside: while they run, no process could be started to look.
        const programs = () => docker('top', sandbox.id, '-eo', 'pid,comm').join('\n')
        await expect.poll(programs).not.toContain('sleep')
        expect(await runText(sandbox, 'echo alive')).toBe('alive\n')
      },
      40,
    ))

  it('leaves nothing behind', () => {
    expect(leftByTests()).toEqual([])
  })
})
