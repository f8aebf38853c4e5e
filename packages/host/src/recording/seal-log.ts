import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ManifestFile } from '@vitrial/core/recording'
import { writeFinishedFile } from '../content/finished-file.ts'
import type { LogChunk, LogIndex } from './log-index.ts'
import type { LogFiles } from './recording-files.ts'

const chunkBytes = 256 * 1024
const newline = 0x0a
const compress = promisify(gzip)

/** Compresses a log in chunks of whole lines, and writes down where each lies. Leaves the raw file. */
export async function sealLog(directory: string, files: LogFiles): Promise<readonly ManifestFile[]> {
  const chunks: LogChunk[] = []
  const sealed = await writeFinishedFile(
    directory,
    files.sealed,
    compressedChunks(join(directory, files.raw), chunks),
  )
  const content: LogIndex = { format: 1, chunks }
  const index = await writeFinishedFile(directory, files.index, [Buffer.from(JSON.stringify(content))])
  return [sealed, index]
}

async function* compressedChunks(rawPath: string, chunks: LogChunk[]): AsyncGenerator<Uint8Array> {
  let first = 1
  let offset = 0
  for await (const raw of wholeLines(rawPath)) {
    const member = await compress(raw)
    const lines = countLines(raw)
    chunks.push({ first, lines, offset, length: member.length })
    first += lines
    offset += member.length
    yield member
  }
}

async function* wholeLines(path: string): AsyncGenerator<Buffer> {
  await using file = await open(path, 'r')
  let parts: Buffer[] = []
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes))
    if (bytesRead === 0) return
    const bytes = buffer.subarray(0, bytesRead)
    const end = bytes.lastIndexOf(newline) + 1
    if (end > 0) {
      yield Buffer.concat([...parts, bytes.subarray(0, end)])
      parts = []
    }
    if (end < bytes.length) parts.push(bytes.subarray(end))
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) lines += 1
  return lines
}
