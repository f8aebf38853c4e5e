import type { Trial } from '@vitrial/core/trial'
import type { LoadedBenchmark, LoadedEval } from '../benchmark/loaded-benchmark.ts'
import type { HostParts } from '../parts/host-parts.ts'
import type { BenchmarkRun } from '../results/benchmark-run.ts'
import type { FrozenSeed } from '../workspace/seed/frozen-seed.ts'

/** One execution to carry out, with all it needs. */
export interface CandidateExecution {
  readonly parts: HostParts
  readonly benchmark: LoadedBenchmark
  readonly benchmarkRun: BenchmarkRun
  readonly trial: Trial
  readonly eval: LoadedEval
  /** The files the candidate starts with. */
  readonly seed: FrozenSeed
  /** How much time its provider may cost the agent. */
  readonly providerPatienceMs: number | undefined
  readonly signal: AbortSignal
}
