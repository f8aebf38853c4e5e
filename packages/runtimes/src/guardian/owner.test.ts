import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { readProcess } from '../process/process-table.ts'
import { isAbandoned, ownerText, parseOwner, standingOf, thisOwner } from './owner.ts'

const day = 24 * 60 * 60 * 1000

describe('an owner', () => {
  it('lives as long as its process', async () => {
    const child = spawn('sleep', ['60'])
    await once(child, 'spawn')
    const owner = {
      ...thisOwner(),
      pid: child.pid ?? 0,
      startTicks: readProcess(child.pid ?? 0)?.startTicks ?? 0,
    }
    expect(standingOf(owner)).toBe('alive')

    child.kill('SIGKILL')
    await once(child, 'exit')

    expect(standingOf(owner)).toBe('dead')
  })

  it('is dead when a later process has its pid', () => {
    const owner = thisOwner()
    expect(standingOf({ ...owner, startTicks: owner.startTicks - 1 })).toBe('dead')
  })

  it('elsewhere is given up only when nothing can live that long', () => {
    const owner = { ...thisOwner(), machine: 'another', pid: 1 }
    expect(isAbandoned({ owner, createdAtMs: 0 }, 6 * day)).toBe(false)
    expect(isAbandoned({ owner, createdAtMs: 0 }, 8 * day)).toBe(true)
  })

  it('alive is never given up', () => {
    expect(isAbandoned({ owner: thisOwner(), createdAtMs: 0 }, 400 * day)).toBe(false)
  })

  it('reads back from its text, and nothing else does', () => {
    const owner = thisOwner()
    expect(parseOwner(ownerText(owner))).toEqual(owner)
    for (const text of [
      '',
      'machine',
      'machine 1',
      'machine 0 5',
      'machine -1 5',
      'a b 1 2',
      'machine 1 2 ',
    ]) {
      expect(parseOwner(text)).toBeUndefined()
    }
  })
})
