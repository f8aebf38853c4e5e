import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { StoreError } from '@vitrial/core/errors'
import type { z } from 'zod'
import { logIndexSchema, type LogChunk, type LogIndex } from './log-index.ts'
import type { LogFiles } from './recording-files.ts'

const decompress = promisify(gunzip)

/** Reads a sealed log by line number, decompressing only the chunks that are asked for. */
export class SealedLog<T> {
  readonly #directory: string
  readonly #files: LogFiles
  readonly #schema: z.ZodType<T>
  #index: Promise<LogIndex> | undefined

  constructor(directory: string, files: LogFiles, schema: z.ZodType<T>) {
    this.#directory = directory
    this.#files = files
    this.#schema = schema
  }

  /** Up to `limit` lines after line number `after`. */
  async read(after: number, limit: number): Promise<readonly T[]> {
    const rows: T[] = []
    const { chunks } = await (this.#index ??= this.#readIndex())
    for (const chunk of chunks) {
      if (rows.length >= limit) break
      if (chunk.first + chunk.lines - 1 <= after) continue
      const lines = await this.#linesOf(chunk)
      const start = Math.max(0, after + 1 - chunk.first)
      for (const [index, line] of lines.slice(start, start + limit - rows.length).entries()) {
        rows.push(this.#parse(line, chunk.first + start + index))
      }
    }
    return rows
  }

  async #readIndex(): Promise<LogIndex> {
    const path = join(this.#directory, this.#files.index)
    return logIndexSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  }

  async #linesOf(chunk: LogChunk): Promise<readonly string[]> {
    await using file = await open(join(this.#directory, this.#files.sealed), 'r')
    const member = Buffer.alloc(chunk.length)
    await file.read(member, 0, chunk.length, chunk.offset)
    const text = (await decompress(member)).toString('utf8')
    return text.slice(0, -1).split('\n')
  }

  #parse(line: string, number: number): T {
    const parsed = this.#schema.safeParse(JSON.parse(line))
    if (parsed.success) return parsed.data
    throw new StoreError(
      'VITRIAL_OBJECT_CHANGED',
      `Line ${number} of ${join(this.#directory, this.#files.sealed)} is not what Vitrial writes there. ` +
        'Read it with the version of Vitrial that made it, or run the trial again.',
      { cause: parsed.error },
    )
  }
}
