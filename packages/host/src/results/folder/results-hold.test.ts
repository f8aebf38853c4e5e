import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunOwner } from '@vitrial/core/records'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { holdResults } from './results-hold.ts'

function partsOf(pid: number, standing: 'alive' | 'dead' | 'elsewhere') {
  return {
    owner: { machine: 'here/boot', pid, startedAtMs: 5 },
    standingOf: (_owner: RunOwner) => standing,
    clock: { now: () => Date.now() },
  }
}

describe('the hold on a benchmark’s results', () => {
  let root: string

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'vitrial-hold-'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  async function holderPid(): Promise<unknown> {
    return JSON.parse(await readFile(join(root, 'holder.json'), 'utf8')).pid
  }

  test('refuses while a living process holds them, naming it and since when', async () => {
    await using _first = await holdResults(root, partsOf(11, 'alive'))
    await expect(holdResults(root, partsOf(12, 'alive'))).rejects.toMatchObject({
      code: 'VITRIAL_RESULTS_HELD',
      message: expect.stringMatching(/^Process 11 on here has been running this benchmark since 20\d\d-/),
    })
  })

  test('says so when this very process holds them already', async () => {
    await using _first = await holdResults(root, partsOf(11, 'alive'))
    await expect(holdResults(root, partsOf(11, 'alive'))).rejects.toMatchObject({
      code: 'VITRIAL_RESULTS_HELD',
      message: expect.stringContaining('This process is at work on this benchmark already.'),
    })
  })

  test('gives them on when the holder lets go', async () => {
    const first = await holdResults(root, partsOf(11, 'alive'))
    await first[Symbol.asyncDispose]()
    await using _second = await holdResults(root, partsOf(12, 'alive'))
    expect(await holderPid()).toBe(12)
  })

  test('takes them over from a dead process on this machine at once', async () => {
    await holdResults(root, partsOf(11, 'dead'))
    await using _second = await holdResults(root, partsOf(12, 'dead'))
    expect(await holderPid()).toBe(12)
  })

  test('takes them over from another machine only when it has been silent for long', async () => {
    const first = await holdResults(root, partsOf(11, 'elsewhere'))
    await expect(holdResults(root, partsOf(12, 'elsewhere'))).rejects.toThrow('Process 11')
    const long = new Date(Date.now() - 31_000)
    await utimes(join(root, 'holder.json'), long, long)
    await first.renew()
    await expect(holdResults(root, partsOf(12, 'elsewhere'))).rejects.toThrow('Process 11')
    await utimes(join(root, 'holder.json'), long, long)
    await using _second = await holdResults(root, partsOf(12, 'elsewhere'))
    expect(await holderPid()).toBe(12)
  })

  test('leaves alone what another machine has taken over, and does not renew it', async () => {
    const first = await holdResults(root, partsOf(11, 'elsewhere'))
    const file = join(root, 'holder.json')
    const long = new Date(Math.floor(Date.now() / 1000 - 31) * 1000)
    await utimes(file, long, long)
    await using second = await holdResults(root, partsOf(12, 'elsewhere'))
    await utimes(file, long, long)
    await expect(first.renew()).rejects.toMatchObject({
      code: 'VITRIAL_RESULTS_HELD',
      message: expect.stringContaining('Process 12 on here'),
    })
    expect((await stat(file)).mtimeMs).toBe(long.getTime())
    await first[Symbol.asyncDispose]()
    expect(await holderPid()).toBe(12)
    await second.renew()
    expect((await stat(file)).mtimeMs).toBeGreaterThan(long.getTime())
  })

  test('lets exactly one of many have them', async () => {
    await holdResults(root, partsOf(1, 'dead'))
    const standings = new Map([[1, 'dead' as const]])
    const attempts = Array.from({ length: 20 }, (_, index) =>
      holdResults(root, {
        ...partsOf(100 + index, 'alive'),
        standingOf: ({ pid }) => standings.get(pid) ?? 'alive',
      }),
    )
    const settled = await Promise.allSettled(attempts)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('takes over from a holder that died while writing its name', async () => {
    await writeFile(join(root, 'holder.json'), '{"machine":')
    const long = new Date(Date.now() - 31_000)
    await utimes(join(root, 'holder.json'), long, long)
    await using _hold = await holdResults(root, partsOf(12, 'alive'))
    expect(await holderPid()).toBe(12)
  })
})
