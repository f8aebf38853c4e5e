import type { PlanItem } from '@vitrial/core/plan'
import type { TrialRecord } from '@vitrial/core/records'
import { planReport, type PlanReport } from '@vitrial/core/reports'
import {
  FrozenSeeds,
  openCurrentResults,
  planWork,
  trialsOfBenchmark,
  unmergedShardsText,
  type LoadedBenchmark,
  type PlanOptions,
} from '@vitrial/host'
import { loadScoped, scopeOf, type BenchmarkOptions } from './benchmark-options.ts'
import { realSdkParts, type SdkParts } from './sdk-parts.ts'

export interface PlanBenchmarkOptions extends BenchmarkOptions {
  /** Plans a new benchmark run instead of resuming the current one. @default false */
  readonly isNewRun?: boolean
  /** What all the work may cost in US dollars; what does not fit is deferred. */
  readonly maxCostUsd?: number | undefined
}

/** What a run would do. */
export interface PlannedBenchmark {
  /** In the order of the plan, trials out of scope left out. */
  readonly items: readonly PlanItem[]
  /** The same as data, as `vitrial plan --json` prints it. */
  readonly report: PlanReport
  /** Says that shards wait to be merged, whose work the plan knows nothing of. */
  readonly unmergedShards?: string
}

/**
 * Says what a run of the benchmark would do, and why. Nothing is run and nothing is written, and another process
 * may be at work on the benchmark.
 *
 * @throws {BenchmarkError} for what is wrong with the benchmark.
 * @throws {StoreError} if its results are damaged or of a newer Vitrial.
 * @example const { report } = await planBenchmark('./my-benchmark')
 */
export async function planBenchmark(
  directory: string,
  options: PlanBenchmarkOptions = {},
): Promise<PlannedBenchmark> {
  return await planBenchmarkOn(realSdkParts, directory, options)
}

/** Does what {@link planBenchmark} does, on given parts. */
export async function planBenchmarkOn(
  parts: SdkParts,
  directory: string,
  options: PlanBenchmarkOptions = {},
): Promise<PlannedBenchmark> {
  const { maxCostUsd } = options
  const plan = { scope: scopeOf(options), ...(maxCostUsd !== undefined && { maxCostUsd }) }
  const { benchmark, items, isResumed } = await readPlan(parts, directory, { ...options, plan })
  const report = planReport(benchmark.directory, items)
  const isAsked = isResumed || options.isNewRun === true
  const unmergedShards = isAsked ? undefined : await unmergedShardsText(benchmark.directory)
  return { items, report, ...(unmergedShards !== undefined && { unmergedShards }) }
}

/** A plan, with the benchmark it is of. */
export interface ReadPlan {
  readonly benchmark: LoadedBenchmark
  readonly items: readonly PlanItem[]
  /** Whether it goes on from a current run. */
  readonly isResumed: boolean
}

/** Plans the work on a benchmark as it is declared and on record. */
export async function readPlan(
  { partsOf }: SdkParts,
  directory: string,
  options: PlanBenchmarkOptions & {
    readonly plan: PlanOptions
    /** Told every trial on record. */
    readonly onRecord?: (record: TrialRecord) => void
  },
): Promise<ReadPlan> {
  const { isNewRun = false, plan, onRecord } = options
  const benchmark = await loadScoped(directory, options)
  const parts = await partsOf(benchmark)
  await using _guardian = parts.guardian
  await using _runtime = parts.runtime
  await using _gateway = parts.gateway
  await using _judgeAgent = parts.judgeAgent
  await using results = isNewRun ? undefined : await openCurrentResults({ directory, parts })
  const { items } = await planWork({
    ...plan,
    parts,
    benchmark,
    trials: trialsOfBenchmark(benchmark),
    seeds: new FrozenSeeds(),
    records: results && { ...results, trials: () => told(results.trials({ withRetired: true }), onRecord) },
  })
  return { benchmark, items, isResumed: results !== undefined }
}

async function* told(
  records: AsyncIterable<TrialRecord>,
  onRecord: ((record: TrialRecord) => void) | undefined,
): AsyncGenerator<TrialRecord> {
  for await (const record of records) {
    onRecord?.(record)
    yield record
  }
}
