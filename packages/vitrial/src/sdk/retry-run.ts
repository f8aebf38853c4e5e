import { readPlan } from './plan-benchmark.ts'
import { runPlanned, type BenchmarkRunEnd, type RunBenchmarkOptions } from './run-benchmark.ts'
import { scopeOf } from './benchmark-options.ts'
import type { SdkParts } from './sdk-parts.ts'

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
  parts: SdkParts = {},
): Promise<BenchmarkRunEnd | undefined> {
  const { maxCostUsd } = options
  const scope = scopeOf(options)
  const { items } = await readPlan(directory, { ...options, plan: { scope } }, parts)
  const retry = new Set(items.filter(({ action }) => action === 'failed').map(({ trial }) => trial.id))
  if (retry.size === 0) return undefined
  const plan = { scope, retry, ...(maxCostUsd !== undefined && { maxCostUsd }) }
  return await runPlanned(
    directory,
    { ...options, plan, isWanted: ({ trial }) => retry.has(trial.id) },
    parts,
  )
}
