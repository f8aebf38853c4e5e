import type { Invocation } from '@vitrial/core/cost'
import { HostEndpoint } from './host-endpoint.ts'
import type { HostDefinition } from './host.ts'
import type { HostParts } from './parts/host-parts.ts'
import { declarationOf } from './plan/declaration-of.ts'
import { planWork, type BenchmarkPlan, type PlanOptions } from './plan/plan-work.ts'
import { BenchmarkRun } from './results/benchmark-run.ts'
import type { Shard } from './results/folder/shard.ts'
import { openCurrentResults } from './results/open-run-results.ts'
import { planRecordsOf, type PlanRecords } from './results/plan-records.ts'
import type { Scheduler } from './work/scheduler.ts'
import type { FrozenSeeds } from './workspace/seed/frozen-seeds.ts'

/** A host as it was created: opening it goes by this. */
export interface HostToOpen {
  readonly definition: HostDefinition
  readonly parts: HostParts
  /** Starts a run instead of resuming the current one. */
  readonly isNewRun: boolean
  readonly shard: Shard | undefined
  readonly options: PlanOptions
  readonly invocation: Invocation
  readonly seeds: FrozenSeeds
  readonly scheduler: Scheduler
  readonly providerPatienceMs: number | undefined
}

/** Plans the work from what is on record, for reading: nothing is written. */
export async function previewPlan(host: HostToOpen): Promise<BenchmarkPlan> {
  const { definition, parts, isNewRun } = host
  const { directory } = definition.benchmark
  await using results = isNewRun ? undefined : await openCurrentResults({ directory, parts })
  return await planFrom(host, results)
}

/** A benchmark run that this process holds, with its plan. Disposed, it is let go of. */
export class PlannedRun implements AsyncDisposable {
  readonly run: BenchmarkRun
  readonly plan: BenchmarkPlan
  /** Where its judges find their tools. */
  readonly endpoint: HostEndpoint
  readonly #definition: HostDefinition

  private constructor(host: HostToOpen, run: BenchmarkRun, plan: BenchmarkPlan, endpoint: HostEndpoint) {
    this.#definition = host.definition
    this.run = run
    this.plan = plan
    this.endpoint = endpoint
  }

  /** Resumes or starts the benchmark run, plans its work, and writes what is declared and selected. */
  static async open(host: HostToOpen): Promise<PlannedRun> {
    const { definition, parts, isNewRun, shard, invocation } = host
    const { benchmark } = definition
    const run = await BenchmarkRun.open({ parts, benchmark, isNewRun, shard, invocationId: invocation.id })
    try {
      const plan = await planFrom(host, planRecordsOf(run))
      // Only now: the plan tells a new trial by its having no row.
      await run.declare(declarationOf(benchmark, plan.inputsOf))
      await run.select(plan.items.flatMap(({ selects }) => selects ?? []))
      return new PlannedRun(host, run, plan, await HostEndpoint.listen(parts.clock))
    } catch (error) {
      // Nobody else would let go of the results.
      await run[Symbol.asyncDispose]()
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await using _endpoint = this.endpoint
    await using run = this.run
    if (await run.isEveryTrialJudged(this.#definition.trials, this.plan.markOutdated))
      run.conclude('completed')
  }
}

async function planFrom(host: HostToOpen, records: PlanRecords | undefined): Promise<BenchmarkPlan> {
  const { definition, parts, seeds, options, invocation } = host
  const { benchmark, trials } = definition
  return await planWork({ parts, benchmark, trials, seeds, records, ...options, ...limitOf(invocation) })
}

/** What an invocation may cost, and what of that is gone: other projects and earlier reruns share the limit. */
function limitOf({ budget }: Invocation): Pick<PlanOptions, 'maxCostUsd' | 'spentUsd'> {
  const { limitUsd, spentUsd, reservedUsd } = budget
  return limitUsd === undefined ? {} : { maxCostUsd: limitUsd, spentUsd: spentUsd + reservedUsd }
}
