import { noUsage, type Usage } from '@vitrial/core/recording'
import { trialOf } from '@vitrial/core/trial'
import { expect, test } from 'vitest'
import { WorkProgress } from './work-progress.ts'

const [first, second, third] = [1, 2, 3].map((repetition) =>
  trialOf({ evalId: 'sum', model: 'scripted/a', repetition }),
)
if (!first || !second || !third) throw new Error('no trials')
const other = trialOf({ evalId: 'sum', model: 'scripted/b', repetition: 1 })

function costing(costUsd: number | null): Usage {
  return { ...noUsage, calls: 1, costUsd }
}

/** A progress on a clock that the test moves. */
function progressOf(places: number): { progress: WorkProgress; pass: (ms: number) => void } {
  let nowMs = 1_000
  const progress = new WorkProgress({ clock: { elapsed: () => nowMs }, places })
  return {
    progress,
    pass: (ms) => {
      nowMs += ms
    },
  }
}

test('counts trials as waiting, at work and done, the longest at work first', () => {
  const { progress, pass } = progressOf(2)
  for (const trial of [first, second, third]) progress.wanted(trial)
  progress.started(first, 'candidate')
  pass(400)
  progress.started(second, 'candidate')
  pass(100)

  expect(progress.now()).toMatchObject({
    total: 3,
    done: 0,
    waiting: 1,
    running: [
      { trial: first, stage: 'candidate', ageMs: 500 },
      { trial: second, stage: 'candidate', ageMs: 100 },
    ],
  })

  progress.ended(first, 'candidate', noUsage)
  expect(progress.now()).toMatchObject({ done: 1, waiting: 1, running: [{ trial: second }] })
})

test('adds up what is known to be spent and says whether that is all', () => {
  const { progress } = progressOf(1)
  progress.wanted(first)
  progress.started(first, 'candidate')
  progress.ended(first, 'candidate', costing(0.25))
  expect(progress.now()).toMatchObject({ spentUsd: 0.25, isSpentKnown: true })

  progress.queued(first, 'judge')
  progress.started(first, 'judge')
  progress.ended(first, 'judge', costing(null))
  expect(progress.now()).toMatchObject({ spentUsd: 0.25, isSpentKnown: false })
})

test('says no end before it knows how long both halves take', () => {
  const { progress, pass } = progressOf(1)
  for (const trial of [first, second]) progress.wanted(trial)
  progress.started(first, 'candidate')
  pass(100)
  progress.ended(first, 'candidate', noUsage)
  expect(progress.now().leftMs).toBeUndefined()

  progress.queued(first, 'judge')
  progress.started(first, 'judge')
  pass(50)
  progress.ended(first, 'judge', noUsage)
  expect(progress.now().leftMs).toBe(150)
})

test('spreads what is left over the places, takes off what has been worked, by the nearest medians', () => {
  const { progress, pass } = progressOf(2)
  for (const trial of [first, second, third, other]) progress.wanted(trial)
  progress.started(first, 'candidate')
  pass(100)
  progress.ended(first, 'candidate', noUsage)
  progress.queued(first, 'judge')
  progress.started(first, 'judge')
  pass(100)
  progress.ended(first, 'judge', noUsage)
  progress.started(second, 'candidate')
  pass(60)

  // second: 40 + 100, third: 200, other (by all candidates): 200; two places.
  expect(progress.now().leftMs).toBe(270)
  pass(100)
  // One that takes longer than its median has its judge still to come.
  expect(progress.now().leftMs).toBe(250)
})

test('says no end before work that takes longer than usual may have ended', () => {
  const { progress, pass } = progressOf(1)
  for (const trial of [first, second]) progress.wanted(trial)
  for (const stage of ['candidate', 'judge'] as const) {
    progress.queued(first, stage)
    progress.started(first, stage)
    pass(100)
    progress.ended(first, stage, noUsage)
  }
  progress.queued(second, 'candidate')
  progress.started(second, 'candidate')
  pass(90)
  expect(progress.now().leftMs).toBe(110)
  pass(600_000)
  expect(progress.now().leftMs).toBeUndefined()
  progress.ended(second, 'candidate', noUsage)
  progress.queued(second, 'judge')
  progress.started(second, 'judge')
  expect(progress.now().leftMs).toBe(100)
  pass(101)
  expect(progress.now().leftMs).toBeUndefined()
})

test('is not done while its judge waits for a place', () => {
  const { progress } = progressOf(1)
  progress.wanted(first)
  progress.queued(first, 'candidate')
  progress.started(first, 'candidate')
  progress.ended(first, 'candidate', noUsage)
  progress.queued(first, 'judge')
  expect(progress.now()).toMatchObject({ done: 0, waiting: 1 })

  progress.dropped(first)
  expect(progress.now()).toMatchObject({ done: 1, waiting: 0 })
})

test('is never earlier than the longest single trial', () => {
  const { progress, pass } = progressOf(8)
  for (const trial of [first, second]) progress.wanted(trial)
  progress.started(first, 'candidate')
  pass(100)
  progress.ended(first, 'candidate', noUsage)
  progress.queued(first, 'judge')
  progress.started(first, 'judge')
  pass(100)
  progress.ended(first, 'judge', noUsage)

  expect(progress.now().leftMs).toBe(200)
})
