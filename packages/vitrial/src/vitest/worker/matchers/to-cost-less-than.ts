import { MetricUndecidedError } from '@vitrial/core/errors'
import type { RunMatcher } from './run-matcher.ts'

export const toCostLessThan: RunMatcher<[usd: number]> = async ({ run, isNot }, usd) => {
  const { costUsd, calls } = run.usage
  if (costUsd === null) {
    throw new MetricUndecidedError(
      'VITRIAL_COST_UNKNOWN',
      `the cost of ${run.trial.model} is unknown: give its prices in benchmark.ts (candidate.providers)`,
    )
  }
  return {
    pass: costUsd < usd,
    message: () =>
      `the run cost $${exact(costUsd)} in ${calls} model calls, ` +
      `expected ${isNot ? 'at least' : 'less than'} $${exact(usd)}`,
  }
}

/** Without what adding fractions leaves behind. */
function exact(usd: number): number {
  return Number(usd.toPrecision(9))
}
