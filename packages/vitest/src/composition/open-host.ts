import type { RunRequest } from '@vitrial/core'
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
import { createProcessRuntime } from '@vitrial/runtimes'
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
}

/** Opens the host of one benchmark: loads it, starts nothing. Throws a `BenchmarkError`. */
export type OpenHost = (options: HostOptions) => Promise<Host>

/** Opens a host on the real runtimes, harnesses, gateway and store. */
export const openHost: OpenHost = async ({ directory, concurrency, shard, request }) => {
  const benchmark = await loadBenchmark(directory, runtimeOverride(process.env))
  if (request) checkScope(benchmark, request)
  return createHost({
    benchmark,
    parts: realParts(benchmark),
    ...(concurrency !== undefined && { concurrency }),
    ...(shard && { shard }),
    ...(request && requestedSettings(request)),
  })
}

/** Puts an implementation behind every port. Nothing is opened yet. */
export function realParts(benchmark: LoadedBenchmark): HostParts {
  const kept = resultsParts()
  const { clock, ids } = kept
  const programs = { node: process.execPath, opencode: resolveOpenCodeBinary() }
  const guardian = leaseGuardian()
  return {
    ...kept,
    guardian,
    runtime: createProcessRuntime({ id: benchmark.settings.placement.runtime, programs, guardian }),
    harness: createOpenCodeHarness(),
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

function runtimeOverride(environment: NodeJS.ProcessEnv): { runtime?: string } {
  const runtime = environment['VITRIAL_RUNTIME']
  return runtime === undefined || runtime === '' ? {} : { runtime }
}
