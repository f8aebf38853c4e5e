import type { Declaration } from '@vitrial/core/records'
import type { LoadedBenchmark } from '../benchmark/loaded-benchmark.ts'
import { trialsOfBenchmark } from '../benchmark/trials-of-benchmark.ts'
import type { InputsOf } from './current-inputs.ts'

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
