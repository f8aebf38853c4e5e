import { noUsage } from '@vitrial/core/recording'
import { expect, it } from 'vitest'
import { measurementsOf } from './measurements.ts'

function valuesOf(...observed: Parameters<typeof measurementsOf>): Record<string, number> {
  return Object.fromEntries(measurementsOf(...observed).map(({ id, value }) => [id, value]))
}

it('measures cost and error rate where they are known', () => {
  const usage = { ...noUsage, calls: 2, costUsd: 0.25 }
  const toolCalls = ['completed', 'error', 'running', 'error'] as const
  expect(valuesOf({ usage, durationMs: 7, toolCalls })).toMatchObject({
    cost_usd: 0.25,
    duration_ms: 7,
    tool_calls: 4,
    tool_errors: 2,
    tool_error_rate: 0.5,
  })
})

it('leaves out what is not known instead of calling it zero', () => {
  const values = valuesOf({ usage: { ...noUsage, costUsd: null }, durationMs: 7, toolCalls: [] })
  expect(values).not.toHaveProperty('cost_usd')
  expect(values).not.toHaveProperty('tool_error_rate')
  expect(values).toMatchObject({ tool_calls: 0, tool_errors: 0 })
})
