import { addModelsOn, type addModels } from './add-models.ts'
import { planBenchmarkOn, type planBenchmark } from './plan-benchmark.ts'
import { rejudgeOn, type rejudge } from './rejudge.ts'
import { retryRunOn, type retryRun } from './retry-run.ts'
import { runBenchmarkOn, type runBenchmark } from './run-benchmark.ts'
import type { SdkParts } from './sdk-parts.ts'

/** The functions of the SDK that run and judge, or plan it. */
export interface Sdk {
  readonly addModels: typeof addModels
  readonly planBenchmark: typeof planBenchmark
  readonly rejudge: typeof rejudge
  readonly retryRun: typeof retryRun
  readonly runBenchmark: typeof runBenchmark
}

/**
 * Puts the functions of the SDK on other parts than the real ones. A seam for tests: no entry exports it.
 *
 * @example const { runBenchmark } = createSdk({ partsOf: fixtureParts })
 */
export function createSdk(parts: SdkParts): Sdk {
  return {
    addModels: (directory, models, options) => addModelsOn(parts, directory, models, options),
    planBenchmark: (directory, options) => planBenchmarkOn(parts, directory, options),
    rejudge: (directory, options) => rejudgeOn(parts, directory, options),
    retryRun: (directory, options) => retryRunOn(parts, directory, options),
    runBenchmark: (directory, options) => runBenchmarkOn(parts, directory, options),
  }
}
