/** A part of 100 that is neither: 99.96 is not shown as 100.0, nor 0.04 as 0.0. */
function withinOpenRange(rounded: number, exact: number, range: { max: number; step: number }): number {
  if (rounded >= range.max && exact < range.max) return range.max - range.step
  if (rounded <= 0 && exact > 0) return range.step
  return rounded
}

/** Writes a score in 0..100 with one decimal: `41.7`. Only 100 reads 100.0 and only 0 reads 0.0. */
export function formatPercentage(percentage: number): string {
  return withinOpenRange(Math.round(percentage * 10) / 10, percentage, { max: 100, step: 0.1 }).toFixed(1)
}

/** Writes a share in 0..100 as a whole number: `67 %`. Only 100 reads 100 and only 0 reads 0. */
export function formatShare(share: number): string {
  return `${withinOpenRange(Math.round(share), share, { max: 100, step: 1 })} %`
}

/** Writes a metric's value: `0`, `1`, `0.667`, `undecided`. Only 1 reads 1 and only 0 reads 0. */
export function formatMetricValue(value: number | null): string {
  if (value === null) return 'undecided'
  return String(withinOpenRange(Math.round(value * 1000) / 1000, value, { max: 1, step: 0.001 }))
}

/** Writes a count of tokens in two digits: `812`, `1.2k`, `31k`, `4.5M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  return tokens < 999_500 ? `${twoDigits(tokens / 1000)}k` : `${twoDigits(tokens / 1_000_000)}M`
}

function twoDigits(amount: number): string {
  return amount < 9.95 ? String(Math.round(amount * 10) / 10) : String(Math.round(amount))
}

/** Writes US dollars: `$1.24`, `$0.50`, `$0.0021`, `<$0.0001`; an unknown cost says so and is never a zero. */
export function formatCost(costUsd: number | null): string {
  if (costUsd === null) return 'cost unknown'
  if (costUsd === 0) return '$0'
  if (costUsd < 0.00005) return '<$0.0001'
  const significant = Number(costUsd.toPrecision(2))
  const decimals = costUsd >= 0.1 ? 2 : significant >= 0.01 ? 3 : 4
  return `$${costUsd.toFixed(decimals)}`
}

/** Writes a length of time: `9.1s`, `2m 05s`, `1h 02m`. */
export function formatDuration(durationMs: number): string {
  const tenths = Math.round(durationMs / 100)
  if (tenths < 600) return `${(tenths / 10).toFixed(1)}s`
  const seconds = Math.round(durationMs / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${twoPlaces(seconds % 60)}s`
  const minutes = Math.round(durationMs / 60_000)
  return `${Math.floor(minutes / 60)}h ${twoPlaces(minutes % 60)}m`
}

function twoPlaces(count: number): string {
  return String(count).padStart(2, '0')
}
