import { relative } from 'node:path'
import { loadModule } from './load-module.ts'
import { scenarioFile } from './scenario-file.ts'

/** A scenario module of a benchmark, as it was run. */
export interface LoadedScenario {
  /** From the benchmark's folder: `scripted/careful.ts`. */
  readonly file: string
  readonly exports: Readonly<Record<string, unknown>>
}

/**
 * Runs the module of the model `scripted/<name>`; undefined if there is no such module.
 *
 * @throws {BenchmarkError} `VITRIAL_BENCHMARK_UNREADABLE` if it cannot be compiled or throws
 */
export async function loadScenario(
  benchmarkDirectory: string,
  name: string,
): Promise<LoadedScenario | undefined> {
  const file = await scenarioFile(benchmarkDirectory, name)
  if (file === undefined) return undefined
  const { exports } = await loadModule(file, file)
  return { file: relative(benchmarkDirectory, file), exports }
}
