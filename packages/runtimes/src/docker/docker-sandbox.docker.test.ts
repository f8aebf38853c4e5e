import { execFileSync } from 'node:child_process'
import { InfrastructureError } from '@vitrial/core/errors'
import type { Sandbox } from '@vitrial/core/ports'
import { downloadAll, entriesOf, fileEntry, textOfEntry } from '@vitrial/fixtures'
import { describe, expect, it } from 'vitest'
import { runNode, runText } from './docker-probe.fixture.ts'
import { canRunDocker, docker, leftByTests, testRuntime } from './docker-test.fixture.ts'

const signal = AbortSignal.timeout(300_000)

async function withSandbox(use: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  await using runtime = testRuntime()
  await using sandbox = await runtime.acquire({ runId: 'sandbox', limits: {} }, signal)
  await use(sandbox)
}

/** Waits until so many programs of that name have written all that they can while nobody reads. */
async function allHeldUp(sandbox: Sandbox, program: string, count: number): Promise<void> {
  const look =
    `for p in /proc/[0-9]*; do read -r name <$p/comm && [ "$name" = ${program} ] && grep wchar $p/io; done ` +
    '2>/dev/null; true'
  let before = ''
  await expect
    .poll(async () => {
      const written = await runText(sandbox, look)
      const isStill = written === before
      before = written
      return isStill && [...written.matchAll(/wchar: [1-9]/g)].length === count
    })
    .toBe(true)
}

describe.runIf(canRunDocker)('a docker sandbox', () => {
  it('is ended at once though its programs write what nobody reads', () =>
    withSandbox(async (sandbox) => {
      const programs = await Promise.all(
        [1, 2, 3].map(() =>
          sandbox.exec({ argv: ['cat', '/dev/zero'], cwd: sandbox.directories.workspace }, signal),
        ),
      )
      await allHeldUp(sandbox, 'cat', 3)
      await sandbox.freeze(signal)
      for (const program of programs) expect((await program.exit).code).not.toBe(0)
    }))

  it('holds a program up that nobody reads, and tells its end though nobody ever reads', () =>
    withSandbox(async (sandbox) => {
      const { workspace } = sandbox.directories
      const script = 'head -c 100000000 /dev/zero; echo done >after'
      const held = await sandbox.exec({ argv: ['sh', '-c', script], cwd: workspace }, signal)
      await allHeldUp(sandbox, 'head', 1)
      expect((await downloadAll(sandbox, workspace)).has('after')).toBe(false)
      await held.kill()
      expect((await held.exit).code).not.toBe(0)

      const unread = await sandbox.exec(
        { argv: ['head', '-c', '1200000', '/dev/zero'], cwd: workspace },
        signal,
      )
      expect((await unread.exit).code).toBe(0)
    }))

  it('brings names as long as they may be, and links as long, there and back', () =>
    withSandbox(async (sandbox) => {
      const { workspace } = sandbox.directories
      const long = `${'ü'.repeat(120)}/${'x'.repeat(255)}`
      const link = { type: 'symlink', path: 'link', target: long } as const
      await sandbox.upload(workspace, entriesOf([fileEntry(long, 'text'), link]), signal)
      expect(await runText(sandbox, 'cat link')).toBe('text')
      const found = await downloadAll(sandbox, workspace)
      expect(found.get('link')).toEqual(link)
      expect(textOfEntry(found.get(long))).toBe('text')
    }))

  it('gives uploads and downloads before, while and after its programs run, also of its home', () =>
    withSandbox(async (sandbox) => {
      const { home, temporary } = sandbox.directories
      for (const directory of [home, temporary]) {
        await sandbox.upload(directory, entriesOf([fileEntry('deep/er', 'one')]), signal)
        expect(await runText(sandbox, `stat -c %u:%g:%a ${directory}/deep ${directory}/deep/er`)).toBe(
          '10001:10001:755\n10001:10001:644\n',
        )
      }
      await sandbox.freeze(signal)
      await sandbox.upload(home, entriesOf([fileEntry('late', 'two')]), signal)
      const found = await downloadAll(sandbox, home)
      expect([textOfEntry(found.get('deep/er')), textOfEntry(found.get('late'))]).toEqual(['one', 'two'])
    }))

  it('uploads more than one piece of many files in one go', () =>
    withSandbox(async (sandbox) => {
      const files = Array.from({ length: 400 }, (_, index) =>
        fileEntry(`d${index % 7}/f${index}`, 'x'.repeat(50_000)),
      )
      await sandbox.upload(sandbox.directories.workspace, entriesOf(files), signal)
      expect(await runText(sandbox, 'find . -type f | wc -l; cat d*/* | wc -c')).toBe('400\n20000000\n')
    }))

  it('keeps the mode of a folder that was there', () =>
    withSandbox(async (sandbox) => {
      await runText(sandbox, 'mkdir own; chmod 700 own')
      await sandbox.upload(sandbox.directories.workspace, entriesOf([fileEntry('own/file', 'x')]), signal)
      expect(await runText(sandbox, 'stat -c %a own')).toBe('700\n')
    }))

  it('refuses to put a file where a folder is', () =>
    withSandbox(async (sandbox) => {
      await runText(sandbox, 'mkdir own; touch own/file')
      const uploading = sandbox.upload(
        sandbox.directories.workspace,
        entriesOf([fileEntry('own', 'x')]),
        signal,
      )
      await expect(uploading).rejects.toMatchObject({ code: 'VITRIAL_INFRA_SANDBOX_TRANSFER' })
      expect(await runText(sandbox, 'ls own')).toBe('file\n')
    }))

  it('refuses directories that are not its own', () =>
    withSandbox(async (sandbox) => {
      for (const directory of ['/etc', '/home', '/home/agent/../..']) {
        await expect(downloadAll(sandbox, directory)).rejects.toThrow(InfrastructureError)
        await expect(sandbox.upload(directory, entriesOf([]), signal)).rejects.toThrow(InfrastructureError)
      }
    }))

  it('has the limits it was given, and no more', async () => {
    await using runtime = testRuntime({ processes: 77 })
    await using sandbox = await runtime.acquire(
      { runId: 'limits', limits: { cpus: 0.5, memoryMiB: 300 } },
      signal,
    )
    const format =
      '{{.HostConfig.NanoCpus}} {{.HostConfig.Memory}} {{.HostConfig.MemorySwap}} {{.HostConfig.PidsLimit}}'
    expect(docker('inspect', '--format', format, sandbox.id)).toEqual(['500000000 314572800 314572800 77'])
    const more =
      '{{.HostConfig.NetworkMode}} {{.HostConfig.IpcMode}} {{.HostConfig.LogConfig.Type}} {{.HostConfig.ReadonlyRootfs}} ' +
      '{{.HostConfig.Init}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}} {{.HostConfig.Binds}} {{len .Mounts}}'
    expect(docker('inspect', '--format', more, sandbox.id)).toEqual([
      'none private none true true [ALL] [no-new-privileges] [] 1',
    ])
  })

  it('names what was started once and does not let it linger in the list of programs', () =>
    withSandbox(async (sandbox) => {
      for (let times = 0; times < 5; times += 1) expect(await runText(sandbox, 'echo out')).toBe('out\n')
      const script =
        "console.log(require('fs').readdirSync('/proc').filter((n) => /^[0-9]+$/.test(n)).length)"
      expect(Number(await runNode(sandbox, script))).toBeLessThan(10)
    }))

  it('is lost by name when its container is ended from outside', () =>
    withSandbox(async (sandbox) => {
      docker('kill', sandbox.id)
      await expect.poll(() => sandbox.lost.aborted, { timeout: 10_000 }).toBe(true)
      expect(sandbox.lost.reason).toMatchObject({ code: 'VITRIAL_INFRA_SANDBOX_LOST' })
      await expect(runText(sandbox, 'true')).rejects.toMatchObject({ code: 'VITRIAL_INFRA_SANDBOX_LOST' })
      expect(sandbox.limitReached.aborted).toBe(false)
    }))

  it.each(['kill', 'rm --force', 'stop --time 5'])('is not alive after an end by docker %s', (command) =>
    withSandbox(async (sandbox) => {
      const [what = '', ...options] = command.split(' ')
      docker(what, ...options, sandbox.id)
      const lost = { code: 'VITRIAL_INFRA_SANDBOX_LOST' }
      await expect(sandbox.confirmAlive(signal)).rejects.toMatchObject(lost)
      expect(sandbox.lost.reason).toMatchObject(lost)
      await expect(sandbox.freeze(signal)).rejects.toMatchObject(lost)
    }),
  )

  it('leaves nothing of a container that cannot start, and says why', async () => {
    const image = `vitrial-empty-test:${process.pid}`
    execFileSync('docker', ['import', '-', image], {
      input: Buffer.alloc(1024),
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    try {
      await using runtime = testRuntime({ image })
      const acquiring = runtime.acquire({ runId: 'empty', limits: {} }, signal)
      await expect(acquiring).rejects.toMatchObject({
        code: 'VITRIAL_INFRA_SANDBOX_START',
        message: expect.stringMatching(/sh .*failed|"sh"/),
      })
      expect(leftByTests()).toEqual([])
    } finally {
      docker('rmi', image)
    }
  })

  it('starts 12 at once a few at a time, and leaves nothing of them', async () => {
    await using runtime = testRuntime({ startsAtOnce: 3 })
    const acquire = (): Promise<Sandbox> => runtime.acquire({ runId: 'many', limits: {} }, signal)
    const sandboxes = await Promise.all(Array.from({ length: 12 }, acquire))
    expect(new Set(sandboxes.map(({ id }) => id)).size).toBe(12)
    const { signal: aborted, reason } = { signal: AbortSignal.timeout(50), reason: 'TimeoutError' }
    const late = Promise.allSettled(
      Array.from({ length: 6 }, () => runtime.acquire({ runId: 'late', limits: {} }, aborted)),
    )
    for (const result of await late) {
      expect(result).toMatchObject({ status: 'rejected', reason: { name: reason } })
    }
    await Promise.all(sandboxes.map((sandbox) => sandbox[Symbol.asyncDispose]()))
    expect(leftByTests()).toEqual([])
  })
})
