import { join } from 'node:path'
import { BenchmarkError, suggestionFor } from '@vitrial/core/errors'
import type { TrialScope } from '@vitrial/core/plan'
import type { LoadedBenchmark } from './loaded-benchmark.ts'
import { shownPath } from './shown-path.ts'

/**
 * Checks that a scope names only what a benchmark declares: a misspelled name must not leave everything out.
 *
 * @throws {BenchmarkError} `VITRIAL_EVAL_UNKNOWN`, `VITRIAL_MODEL_UNKNOWN` or `VITRIAL_TRIAL_UNKNOWN`
 */
export function checkScope({ directory, evals, settings }: LoadedBenchmark, scope: TrialScope): void {
  const { onlyEvals = [], onlyModels = [], onlyRepetitions = [] } = scope
  const evalIds = evals.map(({ id }) => id)
  for (const id of onlyEvals) {
    if (evalIds.includes(id)) continue
    const message = `There is no eval "${id}" in ${directory}. ${suggestionFor(id, evalIds)}`
    throw new BenchmarkError('VITRIAL_EVAL_UNKNOWN', message)
  }
  for (const model of onlyModels) {
    if (settings.models.includes(model)) continue
    const file = shownPath(join(directory, 'benchmark.ts'), process.cwd())
    const message = `${file} declares no model "${model}". ${suggestionFor(model, settings.models)}`
    throw new BenchmarkError('VITRIAL_MODEL_UNKNOWN', message)
  }
  const { repetitions } = settings
  for (const repetition of onlyRepetitions) {
    if (Number.isInteger(repetition) && repetition >= 1 && repetition <= repetitions) continue
    const message = `There is no repetition ${repetition} in ${directory}: benchmark.ts declares ${repetitions}.`
    throw new BenchmarkError('VITRIAL_TRIAL_UNKNOWN', message)
  }
}
