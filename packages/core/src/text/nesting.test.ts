import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { deepestNesting, isNestedTooDeep, nestingMark, withoutDeepNesting } from './nesting.ts'

const isTooDeep = (json: string): boolean => isNestedTooDeep(new TextEncoder().encode(json))
const nested = (levels: number, open = '[', close = ']'): string => open.repeat(levels) + close.repeat(levels)

test.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
  ['both', '[{"a":[', ']}]'],
])('measures %s before they are parsed, and cuts them once they are', (_name, open, close) => {
  const levels = open.replaceAll(/[^[{]/g, '').length
  const most = Math.floor(deepestNesting / levels)
  const inner = open.endsWith(':') ? '1' : ''
  const allowed = open.repeat(most) + inner + close.repeat(most)
  expect(isTooDeep(allowed)).toBe(false)
  const value: unknown = JSON.parse(allowed)
  expect(withoutDeepNesting(value)).toBe(value)
  for (const depth of [most + 1, 200_000]) {
    const tooDeep = open.repeat(depth) + inner + close.repeat(depth)
    expect(isTooDeep(tooDeep)).toBe(true)
    const cut = JSON.stringify(withoutDeepNesting(JSON.parse(tooDeep)))
    expect(cut).toContain(nestingMark)
    expect(isTooDeep(cut)).toBe(false)
  }
})

test.each(['', '"', '"\\', '[', ']]]]', '}{', nested(50) + nested(60), '{"a":'])(
  'says of %j that it is not deep',
  (text) => {
    expect(isTooDeep(text)).toBe(false)
  },
)

test('counts no bracket within a text', () => {
  const brackets = '["\\'.repeat(1000)
  expect(isTooDeep(JSON.stringify([brackets, { [brackets]: brackets }]))).toBe(false)
})

test('leaves every value alone that is not too deep, and agrees with what is measured in the text', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(deepestNesting), (value, levels) => {
      const wrapped: unknown = JSON.parse('['.repeat(levels) + JSON.stringify(value) + ']'.repeat(levels))
      const isDeep = isTooDeep(JSON.stringify(wrapped))
      expect(withoutDeepNesting(wrapped) === wrapped).toBe(!isDeep)
    }),
    { seed: 8 },
  )
})
