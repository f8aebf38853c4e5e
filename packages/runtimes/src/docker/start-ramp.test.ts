import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { StartRamp } from './start-ramp.ts'

const { signal } = new AbortController()

it('lets only so many in at a time, in order, and goes on after a failure', async () => {
  const ramp = new StartRamp(2)
  let running = 0
  let most = 0
  const order: number[] = []
  const work = async (index: number): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    order.push(index)
    await delay(5)
    running -= 1
    if (index === 1) throw new Error('failed')
  }
  const all = await Promise.allSettled([0, 1, 2, 3, 4].map((index) => ramp.run(() => work(index), signal)))
  expect(most).toBe(2)
  expect(order).toEqual([0, 1, 2, 3, 4])
  expect(all.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})

it('lets whoever waits leave with the reason of its signal, and keeps no place for it', async () => {
  const ramp = new StartRamp(1)
  const first = ramp.run(() => delay(20), signal)
  const controller = new AbortController()
  const reason = new Error('enough')
  const second = ramp.run(() => delay(1), controller.signal)
  const third = ramp.run(async () => 'third', signal)
  controller.abort(reason)
  await expect(second).rejects.toBe(reason)
  await first
  expect(await third).toBe('third')
})
