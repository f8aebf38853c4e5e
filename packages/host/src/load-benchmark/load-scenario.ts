import { loadModule } from './load-module.ts'
import { scenarioFile } from './scenario-file.ts'

/**
 * Runs the module of the model `scripted/<name>` and gives its exports; undefined if there is no such module.
 *
 * @throws {BenchmarkError} `VITRIAL_BENCHMARK_UNREADABLE` if it cannot be compiled or throws
 */
export async function loadScenario(
  benchmarkDirectory: string,
  name: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const file = await scenarioFile(benchmarkDirectory, name)
  return file === undefined ? undefined : (await loadModule(file, file)).exports
}
