import type { GarbageParts, HostParts, LoadedBenchmark, ResultsParts } from '@vitrial/host'

/** @internal What the tests of this package put in place of the real parts. */
export interface SdkParts {
  /** What runs and judges. */
  readonly partsOf?: (benchmark: LoadedBenchmark) => HostParts
}

/** The parts to run a benchmark with. Loaded when first needed: reading results takes none of them. */
export async function partsOf(benchmark: LoadedBenchmark, given: SdkParts): Promise<HostParts> {
  return given.partsOf?.(benchmark) ?? (await import('../composition/open-host.ts')).realParts(benchmark)
}

/** The parts to work on results with, where nothing is run. */
export async function resultsParts(): Promise<ResultsParts & GarbageParts> {
  return (await import('../composition/results-parts.ts')).resultsParts()
}
