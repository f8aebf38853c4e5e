import type { PlanAction, PlanItem } from '@vitrial/core/plan'
import { trialOf } from '@vitrial/core/trial'
import * as fc from 'fast-check'
import pc from 'picocolors'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { planLines } from './plan-lines.ts'

const colors = pc.createColors(false)

function item(
  [evalId, model, repetition]: readonly [string, string, number],
  action: PlanAction,
  reason: string,
  estimatedUsd: number | null = 0,
): PlanItem {
  return { trial: trialOf({ evalId, model, repetition }), action, reason, changed: [], estimatedUsd }
}

function linesOf(items: readonly PlanItem[], width = 110): readonly string[] {
  return planLines(items, { colors, width })
}

const plan = [
  item(['ask-dialect', 'provider/a', 1], 'judge', 'rubric changed', 0.28),
  item(['ask-dialect', 'provider/a', 2], 'judge', 'rubric changed', 0.28),
  item(['ask-dialect', 'provider/a', 3], 'judge', 'rubric changed', 0.28),
  item(['ask-dialect', 'provider/b', 1], 'reuse', 'nothing changed'),
  item(
    ['fix-the-sum', 'provider/a', 1],
    'failed',
    'infrastructure failed: VITRIAL_INFRA_PROVIDER; npx vitrial retry --only-eval fix-the-sum',
  ),
  item(['fix-the-sum', 'provider/b', 2], 'run', 'workspace changed', null),
  item(['fix-the-sum', 'provider/b', 3], 'run', 'workspace changed', null),
  item(['fix-the-sum', 'provider/b', 4], 'run', 'new repetition', 0),
  item(['fix-the-sum', 'provider/b', 5], 'deferred', 'new repetition; about $0.30 would exceed', 0.3),
]

test('counts what is to be done, then gives a line for the repetitions with one reason', () => {
  expect(linesOf(plan).join('\n')).toBe(
    `
 9 trials   1 reuse   3 judge   3 run   1 failed   1 deferred   about $0.84 and 2 unknown
  judge     ask-dialect / provider/a / #1..#3    rubric changed
  run       fix-the-sum / provider/b / #2..#3    workspace changed
  run       fix-the-sum / provider/b / #4        new repetition
  failed    fix-the-sum / provider/a / #1        infrastructure failed: VITRIAL_INFRA_PROVIDER; npx vitrial
                                                 retry --only-eval fix-the-sum
  deferred  fix-the-sum / provider/b / #5        new repetition; about $0.30 would exceed
`.slice(1, -1),
  )
})

test('puts the reason below the trial where the terminal is narrow', () => {
  expect(linesOf(plan.slice(3, 6), 44).join('\n')).toBe(
    `
 3 trials   1 reuse   1 run   1 failed
 cost unknown
  run     fix-the-sum / provider/b / #2
            workspace changed
  failed  fix-the-sum / provider/a / #1
            infrastructure failed:
            VITRIAL_INFRA_PROVIDER; npx
            vitrial retry --only-eval
            fix-the-sum
`.slice(1, -1),
  )
})

test('says nothing of costs where there is nothing to do', () => {
  expect(linesOf([item(['a', 'p/a', 1], 'reuse', 'nothing changed')])).toEqual([' 1 trial   1 reuse'])
  expect(linesOf([])).toEqual([' 0 trials'])
})

test('joins only repetitions that follow each other', () => {
  const items = [1, 2, 4].map((repetition) => item(['a', 'p/a', repetition], 'run', 'new eval', 1))
  expect(linesOf(items).slice(1)).toEqual([
    '  run  a / p/a / #1..#2    new eval',
    '  run  a / p/a / #4        new eval',
  ])
})

test('no line is wider than the terminal, whatever the names', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  const action = fc.constantFrom<PlanAction>('run', 'judge', 'reuse', 'failed', 'deferred')
  const items = fc.array(
    fc
      .tuple(name, name, fc.nat(1000), action, fc.string({ unit: 'grapheme', maxLength: 200 }))
      .map(([evalId, model, repetition, done, reason]) =>
        item([evalId, model, repetition], done, reason, null),
      ),
  )
  fc.assert(
    fc.property(items, fc.integer({ min: 40, max: 160 }), (planned, width) => {
      for (const line of linesOf(planned, width)) expect(stringWidth(line)).toBeLessThanOrEqual(width)
    }),
  )
})
