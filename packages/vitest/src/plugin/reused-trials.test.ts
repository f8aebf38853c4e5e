import { trialsOf, type PlanItem } from '@vitrial/core'
import { expect, test } from 'vitest'
import { collapsedTrials, mostReusedTests } from './reused-trials.ts'

function hostWith(count: number, reused: number) {
  const trials = trialsOf(['one'], ['scripted/a'], count)
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

async function preview(): Promise<never> {
  throw new Error('unreadable')
}

test('asks for no plan where there are few trials, and collapses nothing where there is none', async () => {
  expect(await collapsedTrials({ ...hostWith(2_000, 0), preview })).toEqual(new Set())
  expect(await collapsedTrials({ ...hostWith(2_001, 0), preview })).toEqual(new Set())
})
