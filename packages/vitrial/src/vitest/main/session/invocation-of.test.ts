import { expect, test } from 'vitest'
import type { Vitest } from 'vitest/node'
import { invocationOf } from './invocation-of.ts'

/** What stands for a Vitest here: it is told from others, and never looked into. */
function vitestLike(): Vitest {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing of it is touched
  return {} as unknown as Vitest
}

test('all projects and reruns of a Vitest are one invocation, with one limit', () => {
  const vitest = vitestLike()
  const first = invocationOf(vitest, 2)
  first.budget.spend(1.5)
  const rerun = invocationOf(vitest, 2)
  expect(rerun).toBe(first)
  expect([rerun.budget.limitUsd, rerun.budget.spentUsd]).toEqual([2, 1.5])
})

test('another Vitest is another invocation', () => {
  const [one, other] = [invocationOf(vitestLike(), 2), invocationOf(vitestLike(), undefined)]
  expect(one.id).not.toBe(other.id)
  expect(other.budget.limitUsd).toBeUndefined()
})
