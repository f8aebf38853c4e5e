import { join } from 'node:path'
import { BenchmarkError, suggestionFor } from '@vitrial/core/errors'
import { loadScoped } from './benchmark-options.ts'
import { runBenchmark, type BenchmarkRunEnd, type RunBenchmarkOptions } from './run-benchmark.ts'
import type { SdkParts } from './sdk-parts.ts'

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
  parts: SdkParts = {},
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
  return await runBenchmark(directory, { ...options, onlyModels: models }, parts)
}

function notDeclared(model: string, declared: readonly string[], directory: string): BenchmarkError {
  const line = `models: [${[...declared, model].map((name) => `'${name}'`).join(', ')}]`
  return new BenchmarkError(
    'VITRIAL_MODEL_UNKNOWN',
    `${join(directory, 'benchmark.ts')} does not declare "${model}". ${suggestionFor(model, declared)} ` +
      `Only what is declared there is run: for a new model write ${line}.`,
  )
}
