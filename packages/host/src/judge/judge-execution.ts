import type { Usage } from '@vitrial/core/recording'
import type { JudgeRunResult } from '@vitrial/core/records'
import type { Metric } from '@vitrial/core/rubric'
import type { BenchmarkRun } from '../results/benchmark-run.ts'
import type { HostParts } from '../parts/host-parts.ts'
import type { LoadedBenchmark, LoadedEval } from '../benchmark/loaded-benchmark.ts'
import type { JudgeToolsEndpoint } from './tools/judge-tools-endpoint.ts'

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
  /** Waits for a place to work in. */
  readonly admit: (signal: AbortSignal) => Promise<Disposable>
  /** Told what the judge run used, however it ended. */
  readonly onUsage: (usage: Usage, state: JudgeRunResult['state']) => void
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
