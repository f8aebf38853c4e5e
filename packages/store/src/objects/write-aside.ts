import { createHash } from 'node:crypto'
import { open, rm, type FileHandle } from 'node:fs/promises'

/** What is compared at a time. A stretch of nothing but zeros is left out of the file, which then has a hole there. */
const zeros = Buffer.alloc(256 * 1024)

/** Makes a file that is durable when this resolves; whatever fails leaves none. */
export async function writeAside<T>(aside: string, write: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    // Read-only, so that no editor changes it by accident.
    await using handle = await open(aside, 'wx', 0o444)
    const written = await write(handle)
    await handle.sync()
    return written
  } catch (thrown) {
    await rm(aside, { force: true })
    throw thrown
  }
}

export interface WrittenPieces {
  /** sha-256 over all of them. */
  readonly hash: string
  readonly sizeBytes: number
}

/** Writes pieces as they come, never more than one in memory. */
export async function writePieces(
  handle: FileHandle,
  pieces: AsyncIterable<Uint8Array>,
): Promise<WrittenPieces> {
  const digest = createHash('sha256')
  let sizeBytes = 0
  for await (const piece of pieces) {
    digest.update(piece)
    if (!isZeros(piece)) await writeAll(handle, piece, sizeBytes)
    sizeBytes += piece.byteLength
  }
  await handle.truncate(sizeBytes)
  return { hash: digest.digest('hex'), sizeBytes }
}

async function writeAll(handle: FileHandle, piece: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < piece.byteLength;) {
    const { bytesWritten } = await handle.write(piece, at, piece.byteLength - at, position + at)
    at += bytesWritten
  }
}

function isZeros(piece: Uint8Array): boolean {
  for (let at = 0; at < piece.byteLength; at += zeros.byteLength) {
    const part = piece.subarray(at, at + zeros.byteLength)
    if (Buffer.compare(part, zeros.subarray(0, part.byteLength)) !== 0) return false
  }
  return true
}
