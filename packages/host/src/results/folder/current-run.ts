import { readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BenchmarkError, errorMessage, StoreError } from '@vitrial/core/errors'
import { makeDurable } from '../../content/finished-file.ts'
import { databaseFile, isShardDirectory } from './results-directory.ts'

/** How many runs a message names. */
const shownRuns = 5

/**
 * The folder that `results/current` names; undefined if no run ever became the current one. What is lost is never
 * taken for that: the work would be done, and paid, again.
 *
 * @throws {BenchmarkError} `VITRIAL_CURRENT_RUN_UNKNOWN` if it names no run although there are some.
 * @throws {StoreError} `VITRIAL_STORE_READ` if it cannot be read, `VITRIAL_STORE_DAMAGED` if the run's database is gone.
 */
export async function currentRunDirectory(root: string): Promise<string | undefined> {
  const file = join(root, 'current')
  const name = await readName(file)
  if (name === '') {
    const runs = await runsWithWork(root)
    if (runs.length === 0) return undefined
    throw unknownRun(file, 'names no run', runs)
  }
  const directory = join(root, name)
  // A name alone: what someone wrote into that file does not lead out of the results.
  if (name !== basename(name) || name.startsWith('.') || (await isGone(directory))) {
    throw unknownRun(file, `names "${name}", which is no run`, await runsWithWork(root))
  }
  const database = databaseFile(directory)
  if (await isGone(database)) throw lostDatabase(database)
  return directory
}

/** Names the current run in `results/current`, in one step and durably. */
export async function pointCurrentAt(root: string, directory: string): Promise<void> {
  const file = join(root, 'current')
  const name = basename(directory)
  // One that cannot be read is replaced.
  if ((await readName(file).catch(() => '')) === name) return
  const temporary = join(root, `.current-${name}`)
  try {
    await writeFile(temporary, `${name}\n`, { flush: true })
    await makeDurable([directory])
    await rename(temporary, file)
    await makeDurable([root])
  } catch (cause) {
    throw new StoreError(
      'VITRIAL_STORE_WRITE',
      `Could not write ${file}: ${errorMessage(cause)}. Make room, or move what is in its way, and run again.`,
      { cause },
    )
  }
}

/** Empty if there is no such file. */
async function readName(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    if (isMissing(cause)) return ''
    throw new StoreError(
      'VITRIAL_STORE_READ',
      `Could not read ${file}, which names the current run: ${errorMessage(cause)}. Make it readable.`,
      { cause },
    )
  }
}

/** The runs that may have been the current one, by name, the newest first: shards never are, nor is a run of nothing. */
async function runsWithWork(root: string): Promise<readonly string[]> {
  const names: string[] = []
  for (const entry of await readdir(root, { withFileTypes: true }).catch(() => [])) {
    const { name } = entry
    if (!entry.isDirectory() || name.startsWith('.') || isShardDirectory(name)) continue
    const recordings = await readdir(join(root, name, 'recordings')).catch(() => [])
    if (recordings.length > 0) names.push(name)
  }
  return names.toSorted().toReversed()
}

/** True for what is not there, or is a file without any content. */
async function isGone(path: string): Promise<boolean> {
  try {
    const found = await stat(path)
    return found.isFile() && found.size === 0
  } catch (error) {
    if (isMissing(error)) return true
    // Whoever opens it says why it cannot be opened.
    return false
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function unknownRun(file: string, problem: string, runs: readonly string[]): BenchmarkError {
  const names = runs.slice(0, shownRuns).join(', ')
  const older = runs.length > shownRuns ? ` and ${runs.length - shownRuns} older` : ''
  const advice =
    runs.length === 0
      ? 'Bring it back'
      : `Write the name of the one to go on with into that file (there are ${names}${older})`
  return new BenchmarkError(
    'VITRIAL_CURRENT_RUN_UNKNOWN',
    `${file} ${problem}. ${advice}, or start a new run: npx vitrial run --new.`,
    { location: { file } },
  )
}

function lostDatabase(file: string): StoreError {
  return new StoreError(
    'VITRIAL_STORE_DAMAGED',
    `${file}, the database of the current run, is gone or empty. Restore it from a copy, or start a new run: ` +
      'npx vitrial run --new.',
    { location: { file } },
  )
}
