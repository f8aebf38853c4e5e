import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { blind, isBlindedField } from './blind.ts'

test('drops every field that names model, provider or cost, at any depth', () => {
  const data = {
    a: [{ modelID: 'm', text: 'model m' }],
    provider_id: 'p',
    usage: { costUsd: 1, inputTokens: 2 },
  }
  expect(blind(data)).toEqual({ a: [{ text: 'model m' }], usage: { inputTokens: 2 } })
})

test('leaves no blinded field and changes nothing else in any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const blinded = blind({ value, model: 'x' })
      const withoutFields: unknown = JSON.parse(JSON.stringify({ value }), function (name, item: unknown) {
        return isBlindedField(name) && !Array.isArray(this) ? undefined : item
      })
      // As text: JSON has no -0.
      expect(JSON.stringify(blinded)).toBe(JSON.stringify(withoutFields))
    }),
  )
})

test('cuts what is nested too deep instead of exhausting the stack', () => {
  const depth = 200_000
  const deep: unknown = JSON.parse('['.repeat(depth) + ']'.repeat(depth))
  expect(JSON.stringify(blind(deep))).toContain('nested deeper than 100 levels')
})
