import type { VerifyReport } from '@vitrial/core/reports'
import { verifyBenchmarkRun } from '@vitrial/host'
import { readingParts } from '../composition/reading-parts.ts'

export interface VerifyRunOptions {
  /** The benchmark run's folder, by name in `results/` or as a path. @default the current run */
  readonly run?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Recomputes every hash of a benchmark run (rows, recordings, their objects, what is kept of judge runs) and says what
 * differs or is missing. It reads only.
 *
 * @throws {BenchmarkError} `VITRIAL_RESULTS_MISSING` or `VITRIAL_RUN_UNKNOWN`.
 * @throws {StoreError} if the run's database cannot be read at all.
 * @example const { differences } = await verifyRun('./my-benchmark')
 */
export async function verifyRun(
  directory: string,
  { run, signal }: VerifyRunOptions = {},
): Promise<VerifyReport> {
  return await verifyBenchmarkRun({ directory, run, parts: readingParts(), signal })
}
