import { expect, test } from 'vitest'
import { declaredOptions, modelEntrySchema } from './provider-settings.ts'

test.each([-0.01, 100_000.01, Number.POSITIVE_INFINITY, Number.NaN, '3'])(
  'takes %s for no price',
  (price) => {
    for (const cost of [
      { input: price, output: 1 },
      { input: 1, output: price },
      { input: 1, output: 1, cache_read: price },
      { input: 1, output: 1, cache_write: price },
    ]) {
      expect(modelEntrySchema.safeParse({ cost }).success).toBe(false)
    }
    expect(modelEntrySchema.safeParse({ cost: { input: 0, output: 100_000 } }).success).toBe(true)
  },
)

test('puts the options of the chosen variant over those of the model, as OpenCode does', () => {
  const entry = {
    options: { temperature: 0, provider: { order: ['a'], quantizations: ['fp8'] } },
    variants: { high: { effort: 'high', provider: { order: ['b'] } }, low: { effort: 'low' } },
  }
  const ref = { provider: 'acme', model: 'fast' }
  expect(declaredOptions(entry, ref)).toEqual(entry.options)
  expect(declaredOptions(entry, { ...ref, variant: 'toString' })).toEqual(entry.options)
  expect(declaredOptions({}, { ...ref, variant: 'high' })).toEqual({})
  expect(declaredOptions(entry, { ...ref, variant: 'high' })).toEqual({
    temperature: 0,
    effort: 'high',
    provider: { order: ['b'], quantizations: ['fp8'] },
  })
})
