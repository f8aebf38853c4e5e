import { expect, test } from 'vitest'
import { startRunTime } from './run-time.ts'

test('a run goes by what has passed, wherever the clock of its machine is set meanwhile', () => {
  let [nowMs, elapsedMs] = [1_000_000, 500.25]
  const time = startRunTime({ now: () => nowMs, elapsed: () => elapsedMs })
  expect([time.startedAtMs, time.now()]).toEqual([1_000_000, 1_000_000])
  for (const setTo of [0, 5_000_000]) {
    nowMs = setTo
    elapsedMs += 250.5
    const passed = Math.round(elapsedMs - 500.25)
    expect([time.startedAtMs, time.now()]).toEqual([1_000_000, 1_000_000 + passed])
  }
})
