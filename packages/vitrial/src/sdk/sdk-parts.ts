import type { GarbageParts, HostParts, LoadedBenchmark, ResultsParts } from '@vitrial/host'

/** The parts that the functions of the SDK work with. */
export interface SdkParts {
  /** Puts together what runs and judges a benchmark. */
  readonly partsOf: (benchmark: LoadedBenchmark) => HostParts | Promise<HostParts>
}

/** Real runtimes, harnesses, gateway and store. Loaded when first needed: reading results takes none of them. */
export const realSdkParts: SdkParts = {
  partsOf: async (benchmark) => (await import('../composition/open-host.ts')).realParts(benchmark),
}

/** The parts to work on results with, where nothing is run. */
export async function resultsParts(): Promise<ResultsParts & GarbageParts> {
  return (await import('../composition/results-parts.ts')).resultsParts()
}
