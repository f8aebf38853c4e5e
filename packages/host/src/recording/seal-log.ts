import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { LogChunk, LogIndex } from './log-index.ts'

const chunkBytes = 256 * 1024
const newline = 0x0a
const compress = promisify(gzip)

/** Compresses a log in chunks of whole lines and returns where each lies. */
export async function sealLog(rawPath: string, sealedPath: string): Promise<LogIndex> {
  await using sealed = await open(sealedPath, 'wx')
  const chunks: LogChunk[] = []
  let first = 1
  let offset = 0
  for await (const raw of wholeLines(rawPath)) {
    const member = await compress(raw)
    await sealed.writeFile(member)
    const lines = countLines(raw)
    chunks.push({ first, lines, offset, length: member.length })
    first += lines
    offset += member.length
  }
  return { format: 1, chunks }
}

async function* wholeLines(path: string): AsyncGenerator<Buffer> {
  await using file = await open(path, 'r')
  let parts: Buffer[] = []
  const stream: AsyncIterable<Buffer> = file.createReadStream({ highWaterMark: chunkBytes, autoClose: false })
  for await (const bytes of stream) {
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
