import { basename } from 'node:path'
import { createHost, type PlanOptions } from '@vitrial/host'
import { loadScoped, scopeOf, type BenchmarkOptions } from './benchmark-options.ts'
import { realSdkParts, type SdkParts } from './sdk-parts.ts'
import { workOn, type BenchmarkEvent, type WorkDone, type WorkOptions } from './work-on.ts'

export interface RunBenchmarkOptions extends BenchmarkOptions {
  /** What all work of this invocation may cost in US dollars, judges included; what does not fit is deferred. */
  readonly maxCostUsd?: number | undefined
  /** Starts a new benchmark run instead of resuming the current one. @default false */
  readonly isNewRun?: boolean
  /** How much runs at once. @default the benchmark's own `concurrency` */
  readonly concurrency?: number
  readonly onEvent?: ((event: BenchmarkEvent) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

/** What an invocation came to, and where it lies. */
export interface BenchmarkRunEnd extends WorkDone {
  /** The benchmark run's folder, by name. */
  readonly run: string
}

/**
 * Runs what is missing or changed of a benchmark, without a test runner. What is on record is reused.
 *
 * @throws {BenchmarkError} for what is wrong with the benchmark, or `VITRIAL_RESULTS_HELD`.
 * @throws {StoreError} if the results cannot be read or written.
 * @example const { ends } = await runBenchmark('./my-benchmark', { onlyModels: ['acme/large'], maxCostUsd: 2 })
 */
export async function runBenchmark(
  directory: string,
  options: RunBenchmarkOptions = {},
): Promise<BenchmarkRunEnd> {
  return await runBenchmarkOn(realSdkParts, directory, options)
}

/** Does what {@link runBenchmark} does, on given parts. */
export async function runBenchmarkOn(
  parts: SdkParts,
  directory: string,
  options: RunBenchmarkOptions = {},
): Promise<BenchmarkRunEnd> {
  const { maxCostUsd } = options
  const plan = { scope: scopeOf(options), ...(maxCostUsd !== undefined && { maxCostUsd }) }
  return await runPlanned(parts, directory, { ...options, plan })
}

/** Runs a benchmark with more said of its plan. */
export async function runPlanned(
  parts: SdkParts,
  directory: string,
  options: RunBenchmarkOptions & { readonly plan: PlanOptions } & Pick<WorkOptions, 'isWanted'>,
): Promise<BenchmarkRunEnd> {
  const { plan, isNewRun = false, concurrency, onEvent, signal, isWanted } = options
  const benchmark = await loadScoped(directory, options)
  await using host = createHost({
    benchmark,
    parts: await parts.partsOf(benchmark),
    isNewRun,
    plan,
    ...(concurrency !== undefined && { concurrency }),
  })
  const done = await workOn(host, { onEvent, signal, ...(isWanted && { isWanted }) })
  return { ...done, run: basename(done.directory) }
}
