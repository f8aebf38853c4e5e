import { BenchmarkError } from '@vitrial/core/errors'
import { expect, test } from 'vitest'
import { TrackedAssertions } from './tracked-assertions.ts'

test('gives the failure of an assertion that nobody awaits, and says so', async () => {
  const assertions = new TrackedAssertions()
  void assertions.track(Promise.reject(new Error('it is not so')))

  const [error] = await assertions.unseenErrors()

  expect(error).toMatchObject({ message: expect.stringMatching(/^it is not so\n\n +Nobody awaited this/) })
})

test('leaves a failure to whoever awaits it', async () => {
  const assertions = new TrackedAssertions()
  const tracked = [1, 2, 3].map(() => assertions.track(Promise.reject(new Error('it is not so'))))
  const [first, second, third] = tracked

  await expect(first).rejects.toThrow('it is not so')
  await second?.catch(() => undefined)
  await third?.finally(() => undefined).catch(() => undefined)

  expect(await assertions.unseenErrors()).toEqual([])
})

test('waits for an assertion that is made while others are waited for', async () => {
  const assertions = new TrackedAssertions()
  void assertions.track(
    new Promise<void>((resolve) => {
      setTimeout(() => {
        void assertions.track(Promise.reject(new Error('late')))
        resolve()
      }, 5)
    }),
  )

  expect(await assertions.unseenErrors()).toHaveLength(1)
})

test('gives a misuse whatever Vitest made of it', async () => {
  const assertions = new TrackedAssertions()
  const misuse = new BenchmarkError('VITRIAL_EXPECT_NOT_OWN', 'not yours')
  assertions.reportMisuse(misuse)
  expect(await assertions.unseenErrors()).toEqual([misuse])
})
