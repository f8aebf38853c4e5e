import type { InputsToday } from '../inputs/inputs-today.ts'
import type { Metric } from '../rubric/metric.ts'
import type { Trial } from '../trial/trial.ts'

/** A trial as a benchmark declares it now. */
export interface DeclaredTrial extends Trial {
  /** What it would be run and judged from; absent where nobody knows: then nothing of it is outdated. */
  readonly today?: InputsToday
}

/** An eval with the metrics that its rubric asks for now, in their order. */
export interface DeclaredEval {
  readonly id: string
  readonly metrics: readonly Pick<Metric, 'id' | 'label'>[]
}

/** A benchmark declares this now: its scores are over these trials and metrics. */
export interface Declaration {
  readonly trials: readonly DeclaredTrial[]
  readonly evals: readonly DeclaredEval[]
}
