import type { TrialScope } from '@vitrial/core/plan'
import { checkScope, loadBenchmark, type LoadedBenchmark } from '@vitrial/host'

/** Which benchmark as declared, and which part of it. */
export interface BenchmarkOptions extends TrialScope {
  /** The runtime of this invocation, in place of the benchmark's own. @default `VITRIAL_RUNTIME` */
  readonly runtime?: string | undefined
}

/** Loads a benchmark whose results are read or kept, and nothing is run. Throws a `BenchmarkError`. */
export async function loadForReading(directory: string): Promise<LoadedBenchmark> {
  return await loadBenchmark(directory, { runtime: process.env['VITRIAL_RUNTIME'], isForReading: true })
}

/** Loads a benchmark and checks that what is to be worked on is declared. Throws a `BenchmarkError`. */
export async function loadScoped(directory: string, options: BenchmarkOptions): Promise<LoadedBenchmark> {
  const benchmark = await loadBenchmark(directory, {
    runtime: options.runtime ?? process.env['VITRIAL_RUNTIME'],
  })
  checkScope(benchmark, scopeOf(options))
  return benchmark
}

/** The scope among other options. */
export function scopeOf({ onlyEvals, onlyModels, onlyRepetitions }: TrialScope): TrialScope {
  return { onlyEvals, onlyModels, onlyRepetitions }
}
