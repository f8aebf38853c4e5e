import { trialsOf, type Trial } from '@vitrial/core/trial'
import type { LoadedBenchmark } from './loaded-benchmark.ts'

/** Every trial that a benchmark declares, in the order of the plan. */
export function trialsOfBenchmark({ evals, settings }: LoadedBenchmark): readonly Trial[] {
  const ids = evals.map(({ id }) => id)
  return trialsOf({ evalIds: ids, models: settings.models, repetitions: settings.repetitions })
}
