import { trialOf } from '@vitrial/core/trial'
import type { HostProgress } from '@vitrial/host'
import * as fc from 'fast-check'
import pc from 'picocolors'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { progressLine } from './progress-line.ts'

const colors = pc.createColors(false)
const trial = trialOf({ evalId: 'fix-the-sum', model: 'scripted/careful', repetition: 1 })
const midway: HostProgress = {
  total: 4,
  done: 2,
  running: [
    { trial, stage: 'candidate', ageMs: 12_400 },
    { trial, stage: 'judge', ageMs: 3_000 },
  ],
  waiting: 0,
  spentUsd: 0.0031,
  isSpentKnown: true,
  leftMs: 13_000,
}

test('says done of all, what runs longest, what is spent and about when it ends', () => {
  expect(progressLine('evals', midway, { colors, width: 120 })).toBe(
    ' evals  2 of 4 done   2 running   fix-the-sum / scripted/careful / #1 12s   $0.0031   about 15s left',
  )
})

test('says that it judges, that more was spent than is known, and how many wait', () => {
  const running = [{ trial, stage: 'judge', ageMs: 125_000 }] as const
  const progress = { ...midway, running, waiting: 7, isSpentKnown: false, leftMs: 4_000_000 }
  expect(progressLine('evals', progress, { colors, width: 140 })).toBe(
    ' evals  2 of 4 done   1 running   judging fix-the-sum / scripted/careful / #1 2m 05s   7 waiting   at least $0.0031   about 1h 07m left',
  )
})

test('says nothing of what it does not know yet', () => {
  const start = { ...midway, done: 0, running: [], waiting: 4, spentUsd: 0, leftMs: undefined }
  expect(progressLine('evals', start, { colors, width: 80 })).toBe(
    ' evals  0 of 4 done   0 running   4 waiting',
  )
})

test('leaves out its end where there is no room, and cuts no count', () => {
  expect(progressLine('evals', { ...midway, waiting: 6 }, { colors, width: 44 })).toBe(
    ' evals  2 of 4 done   2 running   6 waiting',
  )
  expect(progressLine('evals', { ...midway, waiting: 6 }, { colors, width: 36 })).toBe(
    ' evals  2 of 4 done   2 running',
  )
})

test('is never wider than the terminal', () => {
  fc.assert(
    fc.property(fc.integer({ min: 24, max: 200 }), fc.nat(10_000_000), (width, leftMs) => {
      const line = progressLine('evals', { ...midway, leftMs }, { colors, width })
      expect(stringWidth(line)).toBeLessThanOrEqual(width)
    }),
  )
})
