import { existsSync } from 'node:fs'
import { access, constants, mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BenchmarkError, StoreError } from '@vitrial/core/errors'
import { counted } from '@vitrial/core/text'
import type { Shard } from './shard.ts'

/** Where a benchmark keeps its results. */
export function resultsRoot(benchmarkDirectory: string): string {
  return join(benchmarkDirectory, 'results')
}

/**
 * Makes the results folder, which version control is not to follow, and checks that it can be written.
 *
 * @throws BenchmarkError `VITRIAL_RESULTS_NOT_WRITABLE`
 */
export async function prepareResultsRoot(benchmarkDirectory: string): Promise<string> {
  const root = resultsRoot(benchmarkDirectory)
  try {
    await mkdir(root, { recursive: true })
    await access(root, constants.W_OK | constants.X_OK)
    await keepOutOfVersionControl(root)
  } catch (cause) {
    throw new BenchmarkError(
      'VITRIAL_RESULTS_NOT_WRITABLE',
      `Results cannot be written to ${root}. Make that folder writable, or move what is in its way.`,
      { cause, location: { file: root } },
    )
  }
  return root
}

/** Recordings hold whatever agents wrote. A file that is there stays as a person has written it. */
async function keepOutOfVersionControl(root: string): Promise<void> {
  try {
    await writeFile(join(root, '.gitignore'), '*\n', { flag: 'wx' })
  } catch (error) {
    if (!existsSync(join(root, '.gitignore'))) throw error
  }
}

/**
 * A folder name that sorts by the second of the start and tells runs of one second apart:
 * `2026-11-30T14-25-11Z-7f3a`. Of a shard it says so: `2026-11-30T14-25-11Z-7f3a-shard-1-of-4`.
 */
export function runDirectoryName(atMs: number, id: string, shard?: Shard): string {
  const stamp = new Date(atMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  const part = shard ? `-shard-${shard.index}-of-${shard.count}` : ''
  return `${stamp}-${id.slice(-4)}${part}`
}

/** Whether a folder of this name is that of a shard. */
export function isShardDirectory(name: string): boolean {
  return /-shard-\d+-of-\d+$/.test(name)
}

/** The database of a benchmark run. */
export function databaseFile(runDirectory: string): string {
  return join(runDirectory, 'vitrial.db')
}

export function recordingDirectory(runDirectory: string, evalRunId: string): string {
  return join(runDirectory, 'recordings', evalRunId)
}

export function judgeRunDirectory(runDirectory: string, judgeRunId: string): string {
  return join(runDirectory, 'judge-runs', judgeRunId)
}

/** Makes the folder of a benchmark run. */
export async function makeRunDirectory(runDirectory: string): Promise<void> {
  for (const folder of ['recordings', 'judge-runs', 'objects']) {
    await mkdir(join(runDirectory, folder), { recursive: true })
  }
}

/** The folders of all benchmark runs, by name: the oldest first, those of one second in no order. */
export async function runDirectories(root: string): Promise<readonly string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(root, name))
    .filter((directory) => existsSync(databaseFile(directory)))
    .toSorted()
}

/** The database of a run holds none: its row is written before anything else. */
export function runMissing(runDirectory: string): StoreError {
  const file = databaseFile(runDirectory)
  return new StoreError(
    'VITRIAL_STORE_DAMAGED',
    `${file} holds no benchmark run. Restore it from a copy, or start a new run: npx vitrial run --new.`,
    { location: { file } },
  )
}

/** There is no current run yet: none at all, or shards that nobody has merged. */
export async function resultsMissing(benchmarkDirectory: string): Promise<BenchmarkError> {
  const root = resultsRoot(benchmarkDirectory)
  const text =
    (await unmergedShardsText(benchmarkDirectory)) ??
    `${root} holds no benchmark run yet. Run the benchmark first: npx vitest run --project evals.`
  return new BenchmarkError('VITRIAL_RESULTS_MISSING', text, { location: { file: root } })
}

/** How many shards the command to merge them names, before it takes them by a pattern. */
const namedShards = 4

/** Says which shards wait to be merged, and by which command; undefined if there are none. */
export async function unmergedShardsText(benchmarkDirectory: string): Promise<string | undefined> {
  const root = resultsRoot(benchmarkDirectory)
  const names = (await runDirectories(root)).map((directory) => basename(directory)).filter(isShardDirectory)
  if (names.length === 0) return undefined
  const named = names.length > namedShards ? join(root, '*-shard-*') : names.join(' ')
  return (
    `${root} holds ${counted(names.length, 'shard')} and no run that joins them. ` +
    `Join them: npx vitrial merge ${named}`
  )
}
