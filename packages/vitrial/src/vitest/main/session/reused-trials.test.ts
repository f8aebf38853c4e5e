import type { PlanItem } from '@vitrial/core/plan'
import { trialsOf } from '@vitrial/core/trial'
import { expect, test } from 'vitest'
import { collapsedTrials, mostReusedTests } from './reused-trials.ts'

function hostWith(count: number, reused: number) {
  const trials = trialsOf({ evalIds: ['one'], models: ['scripted/a'], repetitions: count })
  const items = trials.map((trial, index): PlanItem => {
    const action = index < reused ? 'reuse' : 'run'
    return { trial, action, reason: '', changed: [], estimatedUsd: 0 }
  })
  return { trials, preview: async () => items }
}

test('collapses what is reused above the limit, and nothing at it', async () => {
  expect((await collapsedTrials(hostWith(3_000, mostReusedTests))).size).toBe(0)
  const collapsed = await collapsedTrials(hostWith(3_000, mostReusedTests + 1))
  expect(collapsed.size).toBe(mostReusedTests + 1)
  expect(collapsed).not.toContain(`one:scripted/a:${mostReusedTests + 2}`)
})

test('keeps a test of its own for what a filter names', async () => {
  const host = hostWith(3_000, 3_000)
  const own = async (pattern: RegExp): Promise<readonly string[]> => {
    const collapsed = await collapsedTrials(host, pattern)
    return host.trials.map(({ id }) => id).filter((id) => !collapsed.has(id))
  }
  expect(await own(/a \/ #7$/)).toEqual(['one:scripted/a:7'])
  expect(await own(/#7$|#8$/g)).toEqual(['one:scripted/a:7', 'one:scripted/a:8'])
  expect(await own(/3000 reused/)).toEqual([])
  expect(await own(/another/)).toEqual([])
})

test('collapses what a filter names above the limit, unless the filter would not find it then', async () => {
  const host = hostWith(3_000, 3_000)
  expect((await collapsedTrials(host, /^one/)).size).toBe(3_000)
  expect((await collapsedTrials(host, /#\d+$/)).size).toBe(0)
})

async function preview(): Promise<never> {
  throw new Error('unreadable')
}

test('asks for no plan where there are few trials, and collapses nothing where there is none', async () => {
  expect(await collapsedTrials({ ...hostWith(2_000, 0), preview })).toEqual(new Set())
  expect(await collapsedTrials({ ...hostWith(2_001, 0), preview })).toEqual(new Set())
})
