import { mkdir, open, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BenchmarkError, errorMessage, StoreError } from '@vitrial/core/errors'
import { snapshotReportSchema, type SnapshotReport } from '@vitrial/core/reports'
import { keepHold, prepareResultsRoot } from '@vitrial/host'
import { readScored, type ReadResultsOptions } from './read-scores.ts'
import { resultsParts } from './sdk-parts.ts'

/** A snapshot as it was written. */
export interface WrittenSnapshot {
  /** Absolute. */
  readonly file: string
  readonly snapshot: SnapshotReport
}

/**
 * Keeps the scores as they are now under a name, in `results/<run>/snapshots/<name>.json`, which is read-only.
 *
 * @throws {BenchmarkError} `VITRIAL_SNAPSHOT_EXISTS` for a name that is taken, `VITRIAL_RESULTS_HELD` while a process is
 * at work, `VITRIAL_RESULTS_MISSING`.
 */
export async function snapshot(
  directory: string,
  name: string,
  options: ReadResultsOptions = {},
): Promise<WrittenSnapshot> {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) {
    const message = `"${name}" cannot name a snapshot: use letters, digits, ".", "_" and "-", and start with a letter or digit.`
    throw new BenchmarkError('VITRIAL_COMMAND_LINE', message)
  }
  const parts = await resultsParts()
  // Before anything is read: which run is the current one changes with a new run.
  await using _hold = await keepHold(await prepareResultsRoot(resolve(directory)), parts)
  const { report: scores, directory: run } = await readScored(directory, options)
  const folder = join(run, 'snapshots')
  const takenAt = new Date(parts.clock.now()).toISOString()
  const taken = snapshotReportSchema.parse({ name, takenAt, scores })
  const file = join(folder, `${name}.json`)
  await mkdir(folder, { recursive: true })
  await writeNew(file, `${JSON.stringify(taken, undefined, 2)}\n`)
  return { file, snapshot: taken }
}

async function writeNew(file: string, text: string): Promise<void> {
  let isNew = false
  try {
    await using handle = await open(file, 'wx', 0o444)
    isNew = true
    await handle.writeFile(text)
    await handle.sync()
  } catch (cause) {
    if (isNew) await rm(file, { force: true })
    else if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') {
      const message = `${file} exists: a snapshot never changes. Take this one under another name.`
      throw new BenchmarkError('VITRIAL_SNAPSHOT_EXISTS', message, { cause })
    }
    throw new StoreError(
      'VITRIAL_STORE_WRITE',
      `Could not write ${file}: ${errorMessage(cause)}. Make room on the disk, and try again.`,
      { cause },
    )
  }
}
