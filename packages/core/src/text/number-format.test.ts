import { expect, test } from 'vitest'
import {
  formatCost,
  formatDuration,
  formatMetricValue,
  formatPercentage,
  formatShare,
  formatTokens,
} from './number-format.ts'

test.each([
  [0, '0.0'],
  [0.01, '0.1'],
  [100 / 3, '33.3'],
  [41.666, '41.7'],
  [99.94, '99.9'],
  [99.999, '99.9'],
  [100, '100.0'],
])('shows the percentage %d as %s', (percentage, text) => {
  expect(formatPercentage(percentage)).toBe(text)
})

test.each([
  [0, '0 %'],
  [0.2, '1 %'],
  [200 / 3, '67 %'],
  [99.9, '99 %'],
  [100, '100 %'],
])('shows the share %d as %s', (share, text) => {
  expect(formatShare(share)).toBe(text)
})

test.each([
  [0, '0'],
  [1, '1'],
  [0.5, '0.5'],
  [2 / 3, '0.667'],
  [0.9999, '0.999'],
  [0.0001, '0.001'],
  [null, 'undecided'],
])('shows the metric value %d as %s', (value, text) => {
  expect(formatMetricValue(value)).toBe(text)
})

test.each([
  [0, '0'],
  [812, '812'],
  [999, '999'],
  [1000, '1k'],
  [1234, '1.2k'],
  [9949, '9.9k'],
  [9950, '10k'],
  [31_234, '31k'],
  [999_499, '999k'],
  [999_500, '1M'],
  [4_512_000, '4.5M'],
  [31_000_000, '31M'],
])('shows %d tokens as %s', (tokens, text) => {
  expect(formatTokens(tokens)).toBe(text)
})

test.each([
  [null, 'cost unknown'],
  [0, '$0'],
  [0.000_01, '<$0.0001'],
  [0.000_05, '$0.0001'],
  [0.0021, '$0.0021'],
  [0.009_99, '$0.010'],
  [0.0123, '$0.012'],
  [0.0996, '$0.100'],
  [0.5, '$0.50'],
  [1.236, '$1.24'],
  [1234.5, '$1234.50'],
])('shows a cost of %d as %s', (costUsd, text) => {
  expect(formatCost(costUsd)).toBe(text)
})

test.each([
  [0, '0.0s'],
  [150, '0.2s'],
  [9100, '9.1s'],
  [59_940, '59.9s'],
  [59_960, '1m 00s'],
  [125_000, '2m 05s'],
  [3_599_600, '1h 00m'],
  [3_720_000, '1h 02m'],
])('shows %d ms as %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text)
})
