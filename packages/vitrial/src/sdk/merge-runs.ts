import { BenchmarkError } from '@vitrial/core/errors'
import { mergeBenchmarkRuns, type MergedRuns } from '@vitrial/host'
import { resultsParts } from './sdk-parts.ts'

export interface MergeRunsOptions {
  readonly signal?: AbortSignal | undefined
}

/**
 * Joins benchmark runs, such as the shards of several machines, into a new one that becomes the current. Where
 * several ran a trial, the newest finished execution is selected; all are kept. The runs stay as they are.
 *
 * @param runs folders, or names of runs in the benchmark's `results/`.
 * @throws {BenchmarkError} `VITRIAL_RUN_UNKNOWN`, `VITRIAL_MERGE_REFUSED` or `VITRIAL_RESULTS_HELD`.
 * @throws {StoreError} naming what is missing or changed; then there is no merged run.
 * @example await mergeRuns('./my-benchmark', ['from-machine-1/2026-…-shard-1-of-2', 'from-machine-2/2026-…-shard-2-of-2'])
 */
export async function mergeRuns(
  directory: string,
  runs: readonly string[],
  { signal }: MergeRunsOptions = {},
): Promise<MergedRuns> {
  if (runs.length === 0) {
    throw new BenchmarkError(
      'VITRIAL_RUN_UNKNOWN',
      'No run is named: name the runs to merge, or their folders.',
    )
  }
  return await mergeBenchmarkRuns({ directory, runs, parts: await resultsParts(), signal })
}
