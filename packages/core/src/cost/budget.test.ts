import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Budget, type Reservation } from './budget.ts'

const cost = (candidateUsd: number | null, judgeUsd: number | null = 0) => ({ candidateUsd, judgeUsd })

test('lets exactly the limit pass and nothing more', () => {
  const budget = new Budget(0.3)
  expect(budget.tryReserve(cost(0.1, 0.2))).toBeDefined()
  expect(budget.tryReserve(cost(0.000_000_01))).toBeUndefined()
  expect(budget.tryReserve(cost(0))).toBeDefined()
})

test('a limit of 0 lets only what costs nothing pass', () => {
  const budget = new Budget(0)
  expect(budget.tryReserve(cost(0.01))).toBeUndefined()
  expect(budget.tryReserve(cost(null))).toBeUndefined()
  expect(budget.tryReserve(cost(0))).toBeDefined()
})

test('without a limit everything passes, and what is spent is counted', () => {
  const budget = new Budget()
  const reservation = budget.tryReserve(cost(null, null))
  reservation?.spend('candidate', 1.5)
  budget.spend(0.5)
  expect(budget.spentUsd).toBe(2)
})

test.each([-1, Number.NaN, Infinity])('refuses the limit %d', (limit) => {
  expect(() => new Budget(limit)).toThrow(RangeError)
})

test('what was spent takes the place of what was set aside, part by part', () => {
  const budget = new Budget(1)
  const reservation = budget.tryReserve(cost(0.5, 0.25))
  reservation?.spend('candidate', 0.125)
  expect([budget.spentUsd, budget.reservedUsd]).toEqual([0.125, 0.25])
  reservation?.spend('judge', 2)
  expect([budget.spentUsd, budget.reservedUsd]).toEqual([2.125, 0])
  expect(budget.tryReserve(cost(0))).toBeUndefined()
})

test('counts a further attempt on top', () => {
  const budget = new Budget(1)
  const reservation = budget.tryReserve(cost(0.5))
  reservation?.spend('candidate', 0.25)
  reservation?.spend('candidate', 0.25)
  expect([budget.spentUsd, budget.reservedUsd]).toEqual([0.5, 0])
})

test('a cost that turns out unknown counts as what was set aside, and is counted', () => {
  const budget = new Budget(1)
  const reservation = budget.tryReserve(cost(0.5, 0.25))
  reservation?.spend('candidate', null)
  expect([budget.spentUsd, budget.reservedUsd, budget.unknownCosts]).toEqual([0.5, 0.25, 1])
})

test.each([
  { estimate: cost(null, null), reserved: 0.5 },
  { estimate: cost(null, 0.25), reserved: 0.75 },
  { estimate: cost(0.125, null), reserved: 0.5 },
  { estimate: cost(0.75, null), reserved: 0.75 },
  { estimate: cost(0, null), reserved: 0.5 },
  { estimate: cost(0.125, 0.125), reserved: 0.25 },
])('a cap of 0.5 stands in for what is unknown of $estimate', ({ estimate, reserved }) => {
  const budget = new Budget(1)
  expect(budget.tryReserve(estimate, 0.5)).toBeDefined()
  expect(budget.reservedUsd).toBe(reserved)
})

const usd = fc.double({ min: 0, max: 10, noNaN: true })
const maybeUsd = fc.option(usd)
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('reserve' as const), candidateUsd: maybeUsd, judgeUsd: maybeUsd }),
    fc.record({
      kind: fc.constantFrom('candidate' as const, 'judge' as const),
      which: fc.nat(20),
      costUsd: maybeUsd,
    }),
    fc.record({
      kind: fc.constant('release' as const),
      which: fc.nat(20),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  ),
)

test('never sets aside more than the limit leaves, and gives all of it back in the end', () => {
  fc.assert(
    fc.property(usd, fc.option(usd, { nil: undefined }), steps, (limit, cap, script) => {
      const budget = new Budget(limit)
      const open: Reservation[] = []
      for (const step of script) {
        const before = budget.reservedUsd
        if (step.kind === 'reserve') {
          const reservation = budget.tryReserve(step, cap)
          if (reservation) {
            open.push(reservation)
            expect(budget.spentUsd + budget.reservedUsd).toBeLessThanOrEqual(limit + 1e-8)
          } else {
            expect(budget.reservedUsd).toBe(before)
          }
          continue
        }
        const reservation = open[step.which % Math.max(1, open.length)]
        if (step.kind === 'release') for (let at = 0; at < step.times; at += 1) reservation?.release()
        else reservation?.spend(step.kind, step.costUsd)
        expect(budget.reservedUsd).toBeGreaterThanOrEqual(0)
        expect(budget.reservedUsd).toBeLessThanOrEqual(before)
      }
      for (const reservation of open) reservation[Symbol.dispose]()
      expect(budget.reservedUsd).toBe(0)
    }),
  )
})

function spentOn(works: readonly (readonly [number, number])[]): number {
  const budget = new Budget()
  for (const [estimate, spent] of works) budget.tryReserve(cost(estimate))?.spend('candidate', spent)
  return budget.spentUsd
}

test('totals do not depend on the order in which work ends', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(usd, usd)), fc.nat(), (works, seed) => {
      const turn = seed % Math.max(1, works.length)
      const turned = [...works.slice(turn), ...works.slice(0, turn)]
      expect(spentOn(turned)).toBe(spentOn(works))
      expect(spentOn(works.toReversed())).toBe(spentOn(works))
    }),
  )
})
