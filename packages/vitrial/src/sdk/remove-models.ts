import { BenchmarkError } from '@vitrial/core/errors'
import type { Trial } from '@vitrial/core/trial'
import { retireModels } from '@vitrial/host'
import { loadForReading } from './benchmark-options.ts'
import { resultsParts } from './sdk-parts.ts'

export interface RemoveModelsOptions {
  /** Retires models that benchmark.ts still declares; the next run brings them back. @default false */
  readonly force?: boolean
}

/**
 * Takes models out of the current run's aggregate. Their recordings and judgments are kept.
 *
 * @returns the trials that were retired.
 * @throws {BenchmarkError} `VITRIAL_MODEL_DECLARED`, `VITRIAL_MODEL_UNKNOWN`, `VITRIAL_RESULTS_MISSING` or
 * `VITRIAL_RESULTS_HELD`.
 */
export async function removeModels(
  directory: string,
  models: readonly string[],
  { force = false }: RemoveModelsOptions = {},
): Promise<readonly Trial[]> {
  if (models.length === 0) {
    throw new BenchmarkError(
      'VITRIAL_MODEL_UNKNOWN',
      'No model is named: name those to remove, such as acme/large.',
    )
  }
  const benchmark = await loadForReading(directory)
  return await retireModels({ benchmark, parts: await resultsParts(), models, isForced: force })
}
