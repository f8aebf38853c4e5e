import { relative } from 'node:path'
import { readFile, realpath } from 'node:fs/promises'
import { parseModelRef, scriptedProvider, type BenchmarkSettings } from '@vitrial/core/settings'
import { canonicalHash, sha256 } from '../../content/hashes.ts'
import { loadModule } from './load-module.ts'
import { scenarioFile } from './scenario-file.ts'

/** The scenarios that a benchmark's models and judge play. */
export interface UsedScenarios {
  /** By model, `scripted/careful`: the hash of its module and of all of the person's that it imports. */
  readonly hashes: ReadonlyMap<string, string>
  /** Absolute paths. */
  readonly files: readonly string[]
}

/** Reads the scenarios in use. One that is missing or cannot be run is left to whoever plays it to complain of. */
export async function loadUsedScenarios(
  benchmarkDirectory: string,
  { models, judge }: Pick<BenchmarkSettings, 'models' | 'judge'>,
): Promise<UsedScenarios> {
  const hashes = new Map<string, string>()
  const files = new Set<string>()
  for (const model of new Set([...models, ...(judge?.model === undefined ? [] : [judge.model])])) {
    const ref = parseModelRef(model)
    if (ref?.provider !== scriptedProvider) continue
    const file = await scenarioFile(benchmarkDirectory, ref.model)
    if (file === undefined) continue
    const own = await filesOf(file)
    hashes.set(model, await hashOf(own, benchmarkDirectory))
    for (const each of own) files.add(each)
  }
  return { hashes, files: [...files] }
}

async function filesOf(file: string): Promise<readonly string[]> {
  try {
    return (await loadModule(file, file)).files
  } catch {
    return [file]
  }
}

/** The same wherever the benchmark lies, and by whatever links it is reached. */
async function hashOf(files: readonly string[], benchmarkDirectory: string): Promise<string> {
  const root = await realpath(benchmarkDirectory)
  const contents = files.map(async (file) => ({
    path: relative(root, await realpath(file)),
    hash: sha256(await readFile(file)),
  }))
  const read = await Promise.all(contents)
  return canonicalHash(read.toSorted((one, other) => (one.path < other.path ? -1 : 1)))
}
