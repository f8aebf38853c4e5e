import { expect, test } from 'vitest'
import { barScale, scoreBar } from './score-bar.ts'

test.each([
  [0, 0, '', ''],
  [0.1, 0.1, '━', ''],
  [50, 50, '━━━━━', ''],
  [99.9, 99.9, '━━━━━━━━━', ''],
  [100, 100, '━━━━━━━━━━', ''],
  [0, 100, '', '┄┄┄┄┄┄┄┄┄┄'],
  [30, 60, '━━━', '┄┄┄'],
  [50, 50.1, '━━━━━', '┄'],
  [99, 100, '━━━━━━━━━', '┄'],
])('from %d to %d', (lower, upper, certain, possible) => {
  expect(scoreBar({ lower, upper }, 10)).toEqual({ certain, possible })
})

test('the scale is as wide as the bars', () => {
  expect(barScale(21)).toBe('0        50       100')
  expect(barScale(11)).toBe('0   50  100')
})
