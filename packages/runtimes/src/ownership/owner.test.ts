import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { sandboxLabels } from './labels.ts'
import { readProcess } from '../machine/process-table.ts'
import { isAbandoned } from './is-abandoned.ts'
import { livenessOf, thisOwner } from './owner.ts'

const day = 24 * 60 * 60 * 1000

const labelled = (owner = thisOwner()) =>
  sandboxLabels({ runId: 'run-1', sandboxId: 'run-1-ab', owner, createdAtMs: 0 })

describe('an owner', () => {
  it('lives as long as its process', async () => {
    const child = spawn('sleep', ['60'])
    await once(child, 'spawn')
    const pid = child.pid ?? 0
    const owner = { ...thisOwner(), pid, startedAtMs: (readProcess(pid)?.startTicks ?? 0) * 10 }
    expect(livenessOf(owner)).toBe('alive')

    child.kill('SIGKILL')
    await once(child, 'exit')

    expect(livenessOf(owner)).toBe('dead')
    expect(isAbandoned(labelled(owner), 0)).toBe(true)
  })

  it('is dead when a later process has its pid', () => {
    const owner = thisOwner()
    expect(livenessOf({ ...owner, startedAtMs: owner.startedAtMs - 10 })).toBe('dead')
  })

  it('elsewhere is given up only when nothing can live that long', () => {
    const owner = { ...thisOwner(), machine: 'another', pid: 1 }
    expect(isAbandoned(labelled(owner), 6 * day)).toBe(false)
    expect(isAbandoned(labelled(owner), 8 * day)).toBe(true)
  })

  it('alive is never given up', () => {
    expect(isAbandoned(labelled(), 400 * day)).toBe(false)
  })
})

it('never gives up what carries no labels of ours', () => {
  for (const labels of [undefined, {}, { 'vitrial.owner': 'root' }, { maintainer: 'someone' }]) {
    expect(isAbandoned(labels, 1e15)).toBe(false)
  }
})
