import type { BenchmarkSpending } from '@vitrial/core/cost'
import type { EvidenceView } from '@vitrial/core/evidence'
import type { BenchmarkArguments } from '@vitrial/core/plan'
import type { BenchmarkRunRecord } from '@vitrial/core/records'
import type { Metric } from '@vitrial/core/rubric'
import type { CountedTrial } from '@vitrial/core/scores'

/** Everything a report shows. */
export interface ReportInput {
  readonly run: BenchmarkRunRecord
  readonly evals: readonly ReportEval[]
  /** In the order to report them. */
  readonly models: readonly string[]
  readonly repetitions: number
  /** In the order of the plan. */
  readonly trials: readonly CountedTrial[]
  readonly spending: BenchmarkSpending
  /** A finalized recording. A rejection is shown in place of the recording. */
  readonly evidence: (evalRunId: string) => Promise<EvidenceView>
  /** Recordings not read when it aborts are left out, and said to be. */
  readonly signal?: AbortSignal
  /** The name of the folder that holds the results. */
  readonly resultsName: string
  readonly writtenAtMs: number
  /** How long the benchmark run was at work, in milliseconds. */
  readonly activeMs: number
  /** How much recorded text all trials together may show, in characters. @default 6 million */
  readonly recordedCharacters?: number
  /** For the commands that it suggests. */
  readonly commandArguments?: BenchmarkArguments
}

/** One eval as the report shows it. */
export interface ReportEval {
  readonly id: string
  readonly title?: string | undefined
  readonly prompt: string
  /** The text of judge.md as it is now. */
  readonly rubric: string
  readonly metrics: readonly Metric[]
}
