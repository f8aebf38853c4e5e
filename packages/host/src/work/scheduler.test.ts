import { CancelledError } from '@vitrial/core/errors'
import { array, assert, asyncProperty, boolean, constantFrom, integer, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Scheduler, type PlaceRequest } from './scheduler.ts'

const never = new AbortController().signal
const candidate: PlaceRequest = { kind: 'candidate', runtime: 'process' }
const judge: PlaceRequest = { kind: 'judge', runtime: 'process' }

/** Lets everything that is ready run. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

describe('Scheduler', () => {
  test('admits no more than the total at once and the rest in order', async () => {
    const scheduler = new Scheduler({ total: 2 })
    const admitted: number[] = []
    const places = [0, 1, 2, 3].map(async (index) => {
      const place = await scheduler.acquire(candidate, never)
      admitted.push(index)
      return place
    })
    await settle()
    expect(admitted).toEqual([0, 1])
    expect(scheduler.waiting).toBe(2)
    ;(await places[1])?.[Symbol.dispose]()
    await settle()
    expect(admitted).toEqual([0, 1, 2])
  })

  test('lets a judge pass the candidates that wait', async () => {
    const scheduler = new Scheduler({ total: 1 })
    const first = await scheduler.acquire(candidate, never)
    const order: string[] = []
    const releaseAs = (kind: string, place: Disposable): void => {
      order.push(kind)
      place[Symbol.dispose]()
    }
    void scheduler.acquire(candidate, never).then((place) => releaseAs('candidate', place))
    void scheduler.acquire(judge, never).then((place) => releaseAs('judge', place))
    first[Symbol.dispose]()
    await settle()
    await settle()
    expect(order).toEqual(['judge', 'candidate'])
  })

  test('lets a judge that queues as soon as its candidate has ended pass the candidates that wait', async () => {
    const scheduler = new Scheduler({ total: 1 })
    const order: string[] = []
    const runThenJudge = async (name: string): Promise<void> => {
      {
        using _place = await scheduler.acquire(candidate, never)
        order.push(`run ${name}`)
      }
      await Promise.resolve()
      using _place = await scheduler.acquire(judge, never)
      order.push(`judge ${name}`)
    }
    await Promise.all(['a', 'b', 'c'].map(runThenJudge))
    expect(order).toEqual(['run a', 'judge a', 'run b', 'judge b', 'run c', 'judge c'])
  })

  test('does not wait any more, or gives the place back, when a queued place is not wanted', async () => {
    const scheduler = new Scheduler({ total: 1 })
    const admitted = scheduler.queue(candidate, never)
    const waiting = scheduler.queue(candidate, never)
    await settle()
    waiting[Symbol.dispose]()
    await expect(waiting.place).rejects.toThrow('not wanted any more')
    expect([scheduler.running, scheduler.waiting]).toEqual([1, 0])
    admitted[Symbol.dispose]()
    await settle()
    expect([scheduler.running, scheduler.waiting]).toEqual([0, 0])
  })

  test('keeps to the limit of a runtime without blocking the others', async () => {
    const scheduler = new Scheduler({ total: 3, perRuntime: { small: 1 } })
    const admitted: string[] = []
    for (const runtime of ['small', 'small', 'large']) {
      void scheduler.acquire({ kind: 'candidate', runtime }, never).then(() => admitted.push(runtime))
    }
    await settle()
    expect(admitted).toEqual(['small', 'large'])
  })

  test('takes an aborted waiter out of the queue with its reason', async () => {
    const scheduler = new Scheduler({ total: 1 })
    await scheduler.acquire(candidate, never)
    const controller = new AbortController()
    const waiting = scheduler.acquire(candidate, controller.signal)
    controller.abort(new CancelledError('Stopped by the person.'))
    await expect(waiting).rejects.toThrow('Stopped by the person.')
    expect(scheduler.waiting).toBe(0)
  })

  test('gives a place back once, however often it is released', async () => {
    const scheduler = new Scheduler({ total: 1 })
    const place = await scheduler.acquire(candidate, never)
    place[Symbol.dispose]()
    place[Symbol.dispose]()
    expect(scheduler.running).toBe(0)
  })

  test('refuses a limit that is not a positive integer', () => {
    const refusal = expect.objectContaining({ code: 'VITRIAL_BENCHMARK_INVALID' })
    expect(() => new Scheduler({ total: 0 })).toThrow(refusal)
    expect(() => new Scheduler({ total: 1.5 })).toThrow('at least 1')
  })

  test('never exceeds its limits and never forgets anyone, whatever happens', async () => {
    const work = record({
      kind: constantFrom<'judge' | 'candidate'>('judge', 'candidate'),
      runtime: constantFrom('a', 'b'),
      aborts: boolean(),
    })
    await assert(
      asyncProperty(array(work, { maxLength: 40 }), integer({ min: 1, max: 5 }), async (all, total) => {
        const scheduler = new Scheduler({ total, perRuntime: { a: 2 } })
        let running = 0
        let onA = 0
        const ends = all.map(async ({ kind, runtime, aborts }) => {
          const controller = new AbortController()
          const acquired = scheduler.acquire({ kind, runtime }, controller.signal)
          if (aborts) controller.abort()
          try {
            using _ = await acquired
            running += 1
            if (runtime === 'a') onA += 1
            expect(running).toBeLessThanOrEqual(total)
            expect(onA).toBeLessThanOrEqual(2)
            await settle()
            running -= 1
            if (runtime === 'a') onA -= 1
          } catch (error) {
            if (!(error instanceof CancelledError)) throw error
          }
        })
        await Promise.all(ends)
        expect([scheduler.running, scheduler.waiting]).toEqual([0, 0])
      }),
      { numRuns: 50 },
    )
  })
})
