import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BenchmarkError } from '@vitrial/core'
import type { Shard } from './shard.ts'

/** Where a benchmark keeps its results. */
export function resultsRoot(benchmarkDirectory: string): string {
  return join(benchmarkDirectory, 'results')
}

/**
 * Makes the results folder and checks that it can be written.
 *
 * @throws BenchmarkError `VITRIAL_RESULTS_NOT_WRITABLE`
 */
export async function prepareResultsRoot(benchmarkDirectory: string): Promise<string> {
  const root = resultsRoot(benchmarkDirectory)
  try {
    await mkdir(root, { recursive: true })
    await access(root, constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new BenchmarkError(
      'VITRIAL_RESULTS_NOT_WRITABLE',
      `Results cannot be written to ${root}. Make that folder writable, or move what is in its way.`,
      { cause, location: { file: root } },
    )
  }
  return root
}

/**
 * A folder name that sorts by time and tells runs of the same second apart: `2026-11-30T14-25-11Z-7f3a`. Of a
 * shard it says so: `2026-11-30T14-25-11Z-7f3a-shard-1-of-4`.
 */
export function runDirectoryName(atMs: number, id: string, shard?: Shard): string {
  const stamp = new Date(atMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  const part = shard ? `-shard-${shard.index}-of-${shard.count}` : ''
  return `${stamp}-${id.slice(-4)}${part}`
}

/** Names the current run in `results/current`, in one step. */
export async function pointCurrentAt(root: string, runDirectory: string): Promise<void> {
  const temporary = join(root, `.current-${runDirectory}`)
  await writeFile(temporary, `${runDirectory}\n`)
  await rename(temporary, join(root, 'current'))
}
