import { readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { moduleExtensions, moduleFile } from './module-file.ts'
import { kindAt } from './read-if-there.ts'

/**
 * The scenario module that the model `scripted/<name>` plays.
 *
 * @returns its absolute path; undefined if the benchmark has no such scenario
 */
export async function scenarioFile(benchmarkDirectory: string, name: string): Promise<string | undefined> {
  // Nothing but a plain name, so that none leads out of the folder.
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return undefined
  return moduleFile(scenarioDirectory(benchmarkDirectory), name)
}

/** The names of the scenarios that a benchmark has, sorted. */
export async function scenarioNames(benchmarkDirectory: string): Promise<readonly string[]> {
  const directory = scenarioDirectory(benchmarkDirectory)
  if ((await kindAt(directory)) !== 'directory') return []
  const endings: readonly string[] = moduleExtensions
  const modules = (await readdir(directory)).filter((file) => endings.includes(extname(file)))
  return [...new Set(modules.map((file) => file.slice(0, -extname(file).length)))].toSorted()
}

function scenarioDirectory(benchmarkDirectory: string): string {
  return join(benchmarkDirectory, 'scripted')
}
