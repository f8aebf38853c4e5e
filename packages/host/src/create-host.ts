import { availableParallelism } from 'node:os'
import { Budget, type Invocation } from '@vitrial/core/cost'
import { CancelledError } from '@vitrial/core/errors'
import type { PlanItem, TrialScope } from '@vitrial/core/plan'
import type { Trial } from '@vitrial/core/trial'
import type { LoadedBenchmark } from './benchmark/loaded-benchmark.ts'
import { trialsOfBenchmark } from './benchmark/trials-of-benchmark.ts'
import type { Host, OpenedHost } from './host.ts'
import { openBenchmark } from './open-benchmark.ts'
import type { OpenedBenchmark } from './opened-benchmark.ts'
import type { HostParts } from './parts/host-parts.ts'
import type { PlanOptions } from './plan/plan-work.ts'
import { previewPlan, type HostToOpen } from './planned-run.ts'
import type { Shard } from './results/folder/shard.ts'
import { Scheduler } from './work/scheduler.ts'
import { FrozenSeeds } from './workspace/seed/frozen-seeds.ts'

/** How much runs at once if the benchmark does not say: one trial a core, between 2 and 10. */
export function defaultConcurrency(cores = availableParallelism()): number {
  return Math.min(10, Math.max(2, cores))
}

export interface HostSettings {
  readonly benchmark: LoadedBenchmark
  readonly parts: HostParts
  /** How much runs at once, over what the benchmark says. */
  readonly concurrency?: number
  /** Which part of the tests is run here: in a new run of its own. Absent: all of them may be. */
  readonly shard?: Shard
  /** Starts a new benchmark run instead of resuming the current one. */
  readonly isNewRun?: boolean
  readonly plan?: PlanOptions
  /** How much time a failing provider may cost an agent beside its own. @default as much, within 15 s and 10 minutes */
  readonly providerPatienceMs?: number
  /** What this host works for. @default one of its own, under the cost limit of `plan` */
  readonly invocation?: Invocation
}

/** Puts a host together. Nothing is written and nothing runs before it is opened. */
export function createHost(settings: HostSettings): Host {
  return new BenchmarkHost(settings)
}

class BenchmarkHost implements Host {
  readonly benchmark: LoadedBenchmark
  readonly trials: readonly Trial[]
  readonly scope: TrialScope
  readonly #host: HostToOpen
  readonly #closed = new AbortController()
  #opening: Promise<OpenedBenchmark> | undefined

  constructor({ benchmark, parts, concurrency, shard, isNewRun, plan = {}, ...settings }: HostSettings) {
    this.benchmark = benchmark
    this.trials = trialsOfBenchmark(benchmark)
    this.scope = plan.scope ?? {}
    this.#host = {
      definition: this,
      parts,
      isNewRun: isNewRun === true || shard !== undefined,
      shard,
      options: plan,
      invocation: settings.invocation ?? { id: parts.ids.next(), budget: new Budget(plan.maxCostUsd) },
      seeds: new FrozenSeeds(),
      scheduler: new Scheduler({
        total: concurrency ?? benchmark.settings.concurrency ?? defaultConcurrency(),
      }),
      providerPatienceMs: settings.providerPatienceMs,
    }
  }

  async preview(): Promise<readonly PlanItem[]> {
    return this.#opening ? (await this.#opening).items : (await previewPlan(this.#host)).items
  }

  open(signal?: AbortSignal): Promise<OpenedHost> {
    const closed = this.#closed.signal
    this.#opening ??= openBenchmark(this.#host, signal ? AbortSignal.any([signal, closed]) : closed).catch(
      (error: unknown) => {
        // Whoever asks next tries again.
        this.#opening = undefined
        throw error
      },
    )
    return this.#opening
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed.abort(new CancelledError('The host was closed.'))
    const { parts } = this.#host
    await using _guardian = parts.guardian
    await using _runtime = parts.runtime
    await using _gateway = parts.gateway
    await using _judgeAgent = parts.judgeAgent
    const opened = await this.#opening?.catch(() => undefined)
    await opened?.[Symbol.asyncDispose]()
  }
}
