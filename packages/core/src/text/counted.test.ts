import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('says one of a thing, and several', () => {
  expect([0, 1, 2].map((count) => counted(count, 'eval run'))).toEqual([
    '0 eval runs',
    '1 eval run',
    '2 eval runs',
  ])
})
