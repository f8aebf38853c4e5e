import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ByteBudget, type CallBudget } from './byte-budget.ts'

const limits = { accessBytes: 100, accessCalls: 3, shareBytes: 10, poolBytes: 120, keptBytes: 50 }
const never = new AbortController().signal

function entered(access: ReturnType<ByteBudget['open']>): CallBudget {
  const call = access.enter()
  if (!call) throw new Error('There are too many calls.')
  return call
}

/** Whether it has resolved by now. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  const tick = new Promise((resolve) => setImmediate(resolve, 'tick'))
  return (await Promise.race([promise.then(() => 'done'), tick])) === 'done'
}

describe('the budget of bytes', () => {
  test('refuses what an access holds too much of, and takes it again once that has ended', async () => {
    const access = new ByteBudget(limits).open()
    const first = entered(access)
    expect(await first.take(80, never)).toBe(true)
    expect(await entered(access).take(21, never)).toBe(false)
    expect(entered(access).tryTake(21)).toBe(false)
    expect(access.enter()).toBeUndefined()
    first[Symbol.dispose]()
    first[Symbol.dispose]()
    expect(access.bytes).toBe(0)
    expect(await entered(access).take(100, never)).toBe(true)
  })

  test('lets what does not fit in beside others wait, first come, first served, but never a share', async () => {
    const budget = new ByteBudget(limits)
    const [one, two, three, four] = [1, 2, 3, 4].map(() => entered(budget.open()))
    expect(await one?.take(90, never)).toBe(true)
    const second = two?.take(90, never) ?? Promise.reject(new Error())
    const third = three?.take(20, never) ?? Promise.reject(new Error())
    expect([await isDone(second), await isDone(third)]).toEqual([false, false])
    expect(four?.tryTake(11)).toBe(false)
    expect(await entered(budget.open()).take(10, never)).toBe(true)
    one?.[Symbol.dispose]()
    expect(await Promise.all([second, third])).toEqual([true, true])
  })

  test('forgets who does not wait any longer', async () => {
    const budget = new ByteBudget(limits)
    const [one, two, three] = [1, 2, 3].map(() => entered(budget.open()))
    await one?.take(100, never)
    const hangUp = new AbortController()
    const second = two?.take(100, hangUp.signal)
    const third = three?.take(30, never) ?? Promise.reject(new Error())
    expect(await isDone(third)).toBe(false)
    hangUp.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    expect(await third).toBe(true)
  })

  test('keeps no more of answers than it may', () => {
    const access = new ByteBudget(limits).open()
    const [one, two] = [entered(access), entered(access)]
    expect([one.keep(30), two.keep(30), two.keep(5)]).toEqual([30, 20, 0])
    one[Symbol.dispose]()
    expect(two.keep(60)).toBe(30)
  })

  test('holds its limits and gives everything back, whatever calls come and go', async () => {
    const steps = fc.array(fc.record({ access: fc.nat(3), bytes: fc.nat(120), ends: fc.nat(5) }), {
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const budget = new ByteBudget(limits)
        const accesses = Array.from({ length: 4 }, () => budget.open())
        const calls: { readonly call: CallBudget; readonly hangUp: AbortController }[] = []
        const end = ({ call, hangUp }: (typeof calls)[number]): void => {
          hangUp.abort(new Error('gone'))
          call[Symbol.dispose]()
        }
        for (const { access, bytes, ends } of taken) {
          const call = accesses[access]?.enter()
          if (call) {
            const hangUp = new AbortController()
            calls.push({ call, hangUp })
            call.take(bytes, hangUp.signal).catch(() => undefined)
          }
          for (const ended of calls.splice(0, Math.max(0, ends - 3))) end(ended)
          // oxlint-disable-next-line no-await-in-loop -- one step after the other
          await Promise.resolve()
          expect(budget.pooledBytes).toBeLessThanOrEqual(limits.poolBytes)
          for (const one of accesses) expect(one.bytes).toBeLessThanOrEqual(limits.accessBytes)
        }
        for (const ended of calls) end(ended)
        await new Promise((resolve) => setImmediate(resolve))
        expect(budget.pooledBytes).toBe(0)
        for (const { bytes, calls: open, sharedBytes } of accesses)
          expect([bytes, open, sharedBytes]).toEqual([0, 0, 0])
      }),
      { seed: 8 },
    )
  })
})
