import { trialsOf, type Declaration, type Trial } from '@vitrial/core'
import type { LoadedBenchmark } from './loaded-benchmark.ts'
import type { InputsOf } from '../plan/current-inputs.ts'

/** Every trial that a benchmark declares, in the order of the plan. */
export function trialsOfBenchmark({ evals, settings }: LoadedBenchmark): readonly Trial[] {
  const ids = evals.map(({ id }) => id)
  return trialsOf(ids, settings.models, settings.repetitions)
}

/** What a benchmark declares, with what its trials would be run and judged from. */
export function declarationOf(benchmark: LoadedBenchmark, inputsOf: InputsOf): Declaration {
  return {
    trials: trialsOfBenchmark(benchmark).map((trial) => {
      const today = inputsOf(trial)
      return { ...trial, ...(today && { today }) }
    }),
    evals: benchmark.evals.map(({ id, rubric }) => ({ id, metrics: rubric.metrics })),
  }
}
