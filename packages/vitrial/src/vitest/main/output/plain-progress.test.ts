import type { HostProgress } from '@vitrial/host'
import { expect, test } from 'vitest'
import { PlainProgress } from './plain-progress.ts'

function at(done: number, waiting = 8 - done): HostProgress {
  return { total: 8, done, running: [], waiting, spentUsd: 0, isSpentKnown: true, leftMs: undefined }
}

test('prints at each quarter, but never two lines at once', () => {
  const progress = new PlainProgress(0)
  expect(progress.isDue(at(2), 1_000)).toBe(false)
  expect(progress.isDue(at(2), 2_000)).toBe(true)
  expect(progress.isDue(at(2), 2_500)).toBe(false)
  expect(progress.isDue(at(3), 5_000)).toBe(false)
  expect(progress.isDue(at(4), 5_000)).toBe(true)
})

test('prints every ten seconds while something changes, else every minute', () => {
  const progress = new PlainProgress(0)
  expect(progress.isDue(at(0), 10_000)).toBe(true)
  expect(progress.isDue(at(1), 15_000)).toBe(false)
  expect(progress.isDue(at(1), 20_000)).toBe(true)
  expect(progress.isDue(at(1), 79_000)).toBe(false)
  expect(progress.isDue(at(1), 80_000)).toBe(true)
})

test('leaves the end to the summary', () => {
  expect(new PlainProgress(0).isDue(at(8), 100_000)).toBe(false)
  expect(new PlainProgress(0).isDue({ ...at(0), total: 0 }, 100_000)).toBe(false)
})
