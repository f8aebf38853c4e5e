import { createWriteStream } from 'node:fs'
import { realpath, rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { errorMessage, StoreError } from '@vitrial/core/errors'
import type { ExportRow } from '@vitrial/host'
import { isReaderGone, ReaderGoneError } from '../frame/output.ts'

/**
 * Writes rows into a file as lines of JSON, in one step: until all are written the file is as it was. What is no
 * file, such as a pipe, takes them as they come.
 *
 * @returns how many there are of each type.
 * @throws {StoreError} `VITRIAL_STORE_WRITE`, {@link ReaderGoneError} where a pipe is read no further, and what `rows` throws.
 */
export async function writeRows(
  file: string,
  rows: AsyncIterable<ExportRow>,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {}
  try {
    if (!(await isReplaceable(file))) {
      await pipeline(linesOf(rows, counts, signal), createWriteStream(file))
      return counts
    }
    const target = await realpath(file).catch(() => file)
    const partial = `${target}.part`
    const output = createWriteStream(partial, { flush: true })
    const closed = new Promise<void>((resolve) => output.once('close', resolve))
    try {
      await pipeline(linesOf(rows, counts, signal), output)
      await rename(partial, target)
    } catch (error) {
      // A pipeline that fails early does not wait until its file is open: it would be made after it was removed.
      await closed
      await rm(partial, { force: true }).catch(() => undefined)
      throw error
    }
    return counts
  } catch (cause) {
    if (isReaderGone(cause)) throw new ReaderGoneError(cause)
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw new StoreError('VITRIAL_STORE_WRITE', `Could not write ${file}: ${errorMessage(cause)}.`, { cause })
  }
}

/** True for a file, and for what is not there yet. */
async function isReplaceable(file: string): Promise<boolean> {
  try {
    return (await stat(file)).isFile()
  } catch {
    return true
  }
}

async function* linesOf(
  rows: AsyncIterable<ExportRow>,
  counts: Record<string, number>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for await (const row of rows) {
    signal.throwIfAborted()
    counts[row.type] = (counts[row.type] ?? 0) + 1
    yield `${JSON.stringify(row)}\n`
  }
}
