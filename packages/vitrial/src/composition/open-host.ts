import type { RunRequest } from '@vitrial/core/channel'
import type { Invocation } from '@vitrial/core/cost'
import type { Clock, Guardian, Harness, Runtime } from '@vitrial/core/ports'
import type { RunOwner } from '@vitrial/core/records'
import { runtimeSettingsOf, type BenchmarkSettings } from '@vitrial/core/settings'
import { createGateway } from '@vitrial/gateway'
import { createOpenCodeHarness, createOpenCodeJudgeAgent, resolveOpenCodeBinary } from '@vitrial/harnesses'
import {
  checkScope,
  createHost,
  loadBenchmark,
  loadScenario,
  requestedSettings,
  type Host,
  type HostParts,
  type LoadedBenchmark,
  type Shard,
} from '@vitrial/host'
import { createDockerRuntime, createProcessRuntime } from '@vitrial/runtimes'
import { ownVersion } from './own-version.ts'
import { resultsParts } from './results-parts.ts'
import { leaseGuardian } from './shared-guardian.ts'

export interface HostOptions {
  /** The Vitest project's name. */
  readonly project: string
  /** The benchmark's folder, absolute. */
  readonly directory: string
  /** Overrides the benchmark's own limit of trials at a time. */
  readonly concurrency?: number
  /** Which part of the tests this Vitest runs, with `--shard`. */
  readonly shard?: Shard
  /** What `vitrial run` asks for. */
  readonly request?: RunRequest
  /** What it works for, together with the hosts of other projects and of earlier reruns. */
  readonly invocation?: Invocation
}

/** Opens the host of one benchmark: loads it, starts nothing. Throws a `BenchmarkError`. */
export type OpenHost = (options: HostOptions) => Promise<Host>

/** Opens a host on the real runtimes, harnesses, gateway and store. */
export const openHost: OpenHost = async ({ directory, concurrency, shard, request, invocation }) => {
  const benchmark = await loadBenchmark(directory, runtimeOverride(process.env))
  if (request) checkScope(benchmark, request)
  return createHost({
    benchmark,
    parts: realParts(benchmark),
    ...(concurrency !== undefined && { concurrency }),
    ...(shard && { shard }),
    ...(request && requestedSettings(request)),
    ...(invocation && { invocation }),
  })
}

/** Puts an implementation behind every port. Nothing is opened yet. */
export function realParts(benchmark: LoadedBenchmark): HostParts {
  const kept = resultsParts()
  const { clock, ids, owner } = kept
  const programs = { node: process.execPath, opencode: resolveOpenCodeBinary() }
  const guardian = leaseGuardian()
  return {
    ...kept,
    vitrialVersion: ownVersion(),
    guardian,
    runtime: candidateRuntime(benchmark.settings, { programs, guardian, owner, clock }),
    harness: candidateHarness(benchmark.settings),
    // The judge's warm servers run on this machine, wherever the candidates run.
    judgeAgent: createOpenCodeJudgeAgent({
      runtime: createProcessRuntime({ id: 'host', programs, guardian }),
    }),
    gateway: createGateway({
      providers: benchmark.settings.candidate.providers ?? {},
      loadScenario: (name) => loadScenario(benchmark.directory, name),
      environment: process.env,
      clock,
      ids,
    }),
  }
}

/** How candidates are driven. The loader has refused what has not landed. */
function candidateHarness({ candidate: { harness } }: BenchmarkSettings): Harness {
  const agent = harness.kind === 'opencode' ? harness.agent : undefined
  return createOpenCodeHarness({ ...(agent !== undefined && { agent }) })
}

interface RuntimeParts {
  readonly programs: Readonly<Record<string, string>>
  readonly guardian: Guardian
  readonly owner: RunOwner
  readonly clock: Clock
}

/** The runtime that candidates are placed on. The loader has refused what has not landed. */
function candidateRuntime(settings: BenchmarkSettings, parts: RuntimeParts): Runtime {
  const { runtimes, placement, container } = settings
  const id = placement.runtime
  const { programs, ...common } = parts
  if (runtimeSettingsOf(runtimes, id)?.kind !== 'docker') {
    return createProcessRuntime({ id, programs, guardian: parts.guardian })
  }
  const { engine, image } = container
  return createDockerRuntime({ id, engine, ...(image !== undefined && { image }), ...common })
}

function runtimeOverride(environment: NodeJS.ProcessEnv): { runtime?: string } {
  const runtime = environment['VITRIAL_RUNTIME']
  return runtime === undefined || runtime === '' ? {} : { runtime }
}
