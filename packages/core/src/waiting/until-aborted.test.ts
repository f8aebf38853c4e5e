import { expect, test, vi } from 'vitest'
import { untilAborted } from './until-aborted.ts'

const unending = new Promise<never>(() => undefined)

test('is what the work comes to, with and without a signal', async () => {
  const { signal } = new AbortController()
  expect(await untilAborted(Promise.resolve(1), signal)).toBe(1)
  expect(await untilAborted(Promise.resolve(2), undefined)).toBe(2)
  await expect(untilAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
})

test('rejects with the reason of a signal that aborts, or has', async () => {
  const controller = new AbortController()
  const waiting = untilAborted(unending, controller.signal)
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  await expect(untilAborted(unending, controller.signal)).rejects.toThrow('enough')
})

test('leaves no listener behind', async () => {
  const { signal } = new AbortController()
  const added = vi.spyOn(signal, 'addEventListener')
  const removed = vi.spyOn(signal, 'removeEventListener')
  await untilAborted(Promise.resolve(1), signal)
  await untilAborted(Promise.reject(new Error('broken')), signal).catch(() => undefined)
  expect(added).toHaveBeenCalledTimes(2)
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
    added.mock.calls.map(([, listener]) => listener),
  )
})
