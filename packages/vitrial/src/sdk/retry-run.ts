import type { PlanItem } from '@vitrial/core/plan'
import { readPlan } from './plan-benchmark.ts'
import { runPlanned, type BenchmarkRunEnd, type RunBenchmarkOptions } from './run-benchmark.ts'
import { scopeOf } from './benchmark-options.ts'
import { realSdkParts, type SdkParts } from './sdk-parts.ts'

/**
 * Tries again what failed in the current run: executions that the infrastructure let down, and judgings that
 * failed. Nothing else is worked on, and a judging never runs its candidate again.
 *
 * @returns undefined if nothing has failed; then nothing was opened or written.
 * @example await retryRun('./my-benchmark', { onlyEvals: ['ask-dialect'] })
 */
export async function retryRun(
  directory: string,
  options: Omit<RunBenchmarkOptions, 'isNewRun'> = {},
): Promise<BenchmarkRunEnd | undefined> {
  return await retryRunOn(realSdkParts, directory, options)
}

/** Does what {@link retryRun} does, on given parts. */
export async function retryRunOn(
  parts: SdkParts,
  directory: string,
  options: Omit<RunBenchmarkOptions, 'isNewRun'> = {},
): Promise<BenchmarkRunEnd | undefined> {
  const { maxCostUsd } = options
  const scope = scopeOf(options)
  const { items } = await readPlan(parts, directory, { ...options, plan: { scope } })
  const retry = new Set(items.filter(({ action }) => action === 'failed').map(({ trial }) => trial.id))
  if (retry.size === 0) return undefined
  const plan = { scope, retry, ...(maxCostUsd !== undefined && { maxCostUsd }) }
  const isWanted = ({ trial }: PlanItem): boolean => retry.has(trial.id)
  return await runPlanned(parts, directory, { ...options, plan, isWanted })
}
