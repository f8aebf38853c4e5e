import { join } from 'node:path'
import { BenchmarkError, suggestionFor } from '@vitrial/core/errors'
import { loadScoped } from './benchmark-options.ts'
import { runBenchmarkOn, type BenchmarkRunEnd, type RunBenchmarkOptions } from './run-benchmark.ts'
import { realSdkParts, type SdkParts } from './sdk-parts.ts'

/**
 * Runs what is missing of models that benchmark.ts declares: all of it for a new one. Other models are left alone.
 *
 * @throws {BenchmarkError} `VITRIAL_MODEL_UNKNOWN` for a model that is not declared, with the line to write.
 * @example await addModels('./my-benchmark', ['acme/large'])
 */
export async function addModels(
  directory: string,
  models: readonly string[],
  options: Omit<RunBenchmarkOptions, 'onlyModels' | 'isNewRun'> = {},
): Promise<BenchmarkRunEnd> {
  return await addModelsOn(realSdkParts, directory, models, options)
}

/** Does what {@link addModels} does, on given parts. */
export async function addModelsOn(
  parts: SdkParts,
  directory: string,
  models: readonly string[],
  options: Omit<RunBenchmarkOptions, 'onlyModels' | 'isNewRun'> = {},
): Promise<BenchmarkRunEnd> {
  if (models.length === 0) {
    throw new BenchmarkError(
      'VITRIAL_MODEL_UNKNOWN',
      'No model is named: name those to run, such as acme/large.',
    )
  }
  const { settings } = await loadScoped(directory, options)
  const unknown = models.find((model) => !settings.models.includes(model))
  if (unknown !== undefined) throw notDeclared(unknown, settings.models, directory)
  return await runBenchmarkOn(parts, directory, { ...options, onlyModels: models })
}

function notDeclared(model: string, declared: readonly string[], directory: string): BenchmarkError {
  const line = `models: [${[...declared, model].map((name) => `'${name}'`).join(', ')}]`
  return new BenchmarkError(
    'VITRIAL_MODEL_UNKNOWN',
    `${join(directory, 'benchmark.ts')} does not declare "${model}". ${suggestionFor(model, declared)} ` +
      `Only what is declared there is run: for a new model write ${line}.`,
  )
}
