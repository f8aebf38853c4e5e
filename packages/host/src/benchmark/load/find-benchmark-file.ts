import { join } from 'node:path'
import { BenchmarkError } from '@vitrial/core/errors'
import { moduleFile } from './module-file.ts'
import { kindAt } from './read-if-there.ts'

/**
 * The benchmark.ts of a folder.
 *
 * @param directory absolute path
 * @param show how a file is named in errors
 * @throws {BenchmarkError} `VITRIAL_BENCHMARK_MISSING`
 */
export async function findBenchmarkFile(directory: string, show: (path: string) => string): Promise<string> {
  const file = await moduleFile(directory, 'benchmark')
  if (file !== undefined) return file
  const found = (await kindAt(directory)) === 'directory' ? 'has no benchmark.ts' : 'is not a folder'
  // In full: "." says least to who is in the wrong folder.
  const message =
    `${directory} ${found}. Name a benchmark's folder, by root of defineEvals() or --benchmark, or write there: ` +
    "export default { models: ['provider/model'], judge: { model: 'provider/model' } } satisfies Benchmark."
  const location = { file: show(join(directory, 'benchmark.ts')) }
  throw new BenchmarkError('VITRIAL_BENCHMARK_MISSING', message, { location })
}
