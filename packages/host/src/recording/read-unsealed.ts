import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '@vitrial/core/errors'
import {
  modelExchangeSchema,
  recordedEventSchema,
  type ModelExchange,
  type RecordedEvent,
} from '@vitrial/core/recording'
import type { z } from 'zod'
import { recordingFiles } from './recording-files.ts'

/** What is left of a recording that was never sealed. */
export interface UnsealedRecording {
  readonly events: readonly RecordedEvent[]
  readonly exchanges: readonly ModelExchange[]
  /** True if a log ends in the middle of a line: what came after is lost. */
  readonly isTorn: boolean
}

/** Reads a recording whose host died, up to the tear; also one that is still being written. */
export async function readUnsealed(directory: string): Promise<UnsealedRecording> {
  const [events, traffic] = await Promise.all([
    readLines(join(directory, recordingFiles.events.raw), recordedEventSchema),
    readLines(join(directory, recordingFiles.traffic.raw), modelExchangeSchema),
  ])
  return { events: events.rows, exchanges: traffic.rows, isTorn: events.isTorn || traffic.isTorn }
}

async function readLines<T>(
  path: string,
  schema: z.ZodType<T>,
): Promise<{ readonly rows: readonly T[]; readonly isTorn: boolean }> {
  const rows: T[] = []
  const lines = (await readRaw(path)).split('\n')
  // Every whole line ends in a newline, so the last piece is empty or torn.
  const rest = lines.pop()
  for (const line of lines) {
    const row = parseLine(line, schema)
    if (row === undefined) return { rows, isTorn: true }
    rows.push(row)
  }
  return { rows, isTorn: rest !== '' }
}

async function readRaw(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new StoreError(
      'VITRIAL_RECORDING_INCOMPLETE',
      `${path} is missing, so there is nothing to read of this recording. Run the trial again.`,
      { cause },
    )
  }
}

function parseLine<T>(line: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    // A crash may leave a block that was never filled in: the tear is where the lines stop making sense.
    return undefined
  }
}
