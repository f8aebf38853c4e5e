import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import type { ManifestFile } from '@vitrial/core/recording'

/** Writes a new read-only file piece by piece and describes it. It is not durable yet. */
export async function writeFinishedFile(
  directory: string,
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ManifestFile> {
  // The mode is for those who open it later; this handle may write.
  await using file = await open(join(directory, path), 'wx', 0o444)
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const piece of pieces) {
    hash.update(piece)
    sizeBytes += piece.length
    await file.writeFile(piece)
  }
  return { path, sizeBytes, hash: hash.digest('hex') }
}

/** Makes a file that is already written read-only, for those who may read it already, and describes it. */
export async function finishFile(directory: string, path: string): Promise<ManifestFile> {
  await using file = await open(join(directory, path), 'r')
  const { mode } = await file.stat()
  await file.chmod(mode & 0o444)
  return await describe(file, path)
}

/** A file as it is found. */
export async function describeFile(directory: string, path: string): Promise<ManifestFile> {
  await using file = await open(join(directory, path), 'r')
  return await describe(file, path)
}

/** Makes files, or the names in folders, durable: together, so that the disk does it in one go. */
export async function makeDurable(paths: readonly string[]): Promise<void> {
  await Promise.all(
    paths.map(async (path) => {
      await using file = await open(path, 'r')
      await file.sync()
    }),
  )
}

async function describe(file: FileHandle, path: string): Promise<ManifestFile> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(64 * 1024)
  let sizeBytes = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, sizeBytes)
    if (bytesRead === 0) return { path, sizeBytes, hash: hash.digest('hex') }
    hash.update(buffer.subarray(0, bytesRead))
    sizeBytes += bytesRead
  }
}
