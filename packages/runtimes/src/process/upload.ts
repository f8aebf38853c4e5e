import { constants } from 'node:fs'
import { chmod, lstat, mkdir, open, symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { InfrastructureError } from '@vitrial/core/errors'
import type { FileContent, FileEntry } from '@vitrial/core/ports'
import { untilAborted } from '@vitrial/core/waiting'
import { entryParts } from '../sandbox/entry-parts.ts'
import { systemErrorCode } from '../machine/system-error-code.ts'

const writingAtOnce = 16

/**
 * Writes entries below a folder. What is there is replaced, never written through: no link is followed. Modes of
 * directories are set last, so that a read-only one can be filled.
 */
export async function uploadTree(
  root: string,
  entries: AsyncIterable<FileEntry>,
  signal: AbortSignal,
): Promise<void> {
  const known = new Set([root])
  const modes = new Map<string, number>()
  const waiting = new Map<string, FileEntry>()
  const writeWaiting = async (): Promise<void> => {
    await Promise.all([...waiting].map(([path, entry]) => writeEntry(path, entry)))
    waiting.clear()
  }
  const iterator = entries[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await untilAborted(iterator.next(), signal)
      if (next.done === true) break
      const entry = next.value
      const parts = entryParts(entry.path)
      const path = join(root, ...parts)
      await makeDirectories(root, entry.type === 'directory' ? parts : parts.slice(0, -1), known)
      if (entry.type === 'directory') modes.set(path, entry.mode & 0o777)
      else {
        if (waiting.size === writingAtOnce || waiting.has(path)) await writeWaiting()
        waiting.set(path, entry)
        // Pieces must be read before the next entry is asked for.
        if (entry.type === 'file' && !(entry.content instanceof Uint8Array)) await writeWaiting()
      }
    }
    await writeWaiting()
  } finally {
    // Not awaited: a source that hangs must not hold up an abort.
    iterator.return?.().catch(() => undefined)
  }
  for (const [path, mode] of [...modes].toReversed()) {
    await chmod(path, mode).catch((cause: unknown) => {
      throw failure(path, 'could not be given its mode. Run it again.', cause)
    })
  }
}

async function writeEntry(path: string, entry: FileEntry): Promise<void> {
  try {
    if (entry.type === 'file') await replace(path, () => writeFile(path, entry.content, entry.mode & 0o777))
    if (entry.type === 'symlink') await replace(path, () => symlink(entry.target, path))
  } catch (cause) {
    // Of a source that failed: it says why by itself.
    if (cause instanceof InfrastructureError) throw cause
    throw failure(entry.path, 'could not be written. Check the disk and run it again.', cause)
  }
}

async function makeDirectories(root: string, parts: readonly string[], known: Set<string>): Promise<void> {
  let path = root
  for (const part of parts) {
    path = join(path, part)
    if (known.has(path)) continue
    try {
      await mkdir(path)
    } catch (error) {
      if (!isThere(error)) throw failure(path, 'could not be made. Check the disk and run it again.', error)
      if (!(await lstat(path)).isDirectory())
        throw failure(path, 'is not a directory, so nothing can be put below it.')
    }
    known.add(path)
  }
}

async function writeFile(path: string, content: FileContent, mode: number): Promise<void> {
  // O_EXCL refuses whatever is there, a dangling link too.
  await using file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  if (content instanceof Uint8Array) await file.writeFile(content)
  // Each goes where the one before it ended.
  else for await (const piece of content.pieces) await file.writeFile(piece)
  await file.chmod(mode)
}

async function replace(path: string, create: () => Promise<void>): Promise<void> {
  try {
    await create()
  } catch (error) {
    if (!isThere(error)) throw error
    await unlink(path)
    await create()
  }
}

function isThere(error: unknown): boolean {
  return systemErrorCode(error) === 'EEXIST'
}

function failure(path: string, what: string, cause?: unknown): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_TRANSFER',
    `Upload: ${JSON.stringify(path)} ${what}`,
    {
      cause,
    },
  )
}
