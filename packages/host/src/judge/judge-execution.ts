import type { Metric } from '@vitrial/core/rubric'
import type { LoadedBenchmark, LoadedEval } from '../benchmark/loaded-benchmark.ts'
import type { HostParts } from '../parts/host-parts.ts'
import type { BenchmarkRun } from '../results/benchmark-run.ts'
import type { JudgeToolsEndpoint } from './tools/judge-tools-endpoint.ts'

/** A judge's turn to work. */
export interface Admission {
  /** Waits for a place to work in; disposing that gives it back. */
  admitted(): Promise<Disposable>
}

/** One grading to carry out, with all it needs. */
export interface JudgeExecution {
  readonly parts: HostParts
  readonly benchmark: LoadedBenchmark
  readonly benchmarkRun: BenchmarkRun
  readonly eval: LoadedEval
  readonly evalRunId: string
  readonly judgeTools: JudgeToolsEndpoint
  /** How much time its provider may cost the judge. */
  readonly providerPatienceMs: number | undefined
  readonly admission: Admission
  readonly signal: AbortSignal
}

/** What is fixed about a judge run when it starts. */
export interface JudgeRunPlan {
  readonly id: string
  readonly model: string
  readonly systemPrompt: string
  readonly metrics: readonly Metric[]
  readonly timeoutMs: number
  readonly websearch: boolean
}
