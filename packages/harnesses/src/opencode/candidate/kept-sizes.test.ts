import { expect, test } from 'vitest'
import { KeptSizes } from './kept-sizes.ts'

const mebi = 1024 * 1024

test('counts the latest of each thing', () => {
  const kept = new KeptSizes()
  for (let times = 0; times < 100; times += 1) kept.note('one', 8 * mebi)
  kept.note('two', 56 * mebi)
  expect(() => kept.note('three', 1)).toThrow('more than 64 MiB of messages')
})

test('counts things that are small', () => {
  const kept = new KeptSizes()
  for (let index = 0; index < 100_000; index += 1) kept.note(String(index), 0)
  kept.note('5', 1)
  expect(() => kept.note('another', 0)).toThrow('more than 100000 messages and parts of them')
})
