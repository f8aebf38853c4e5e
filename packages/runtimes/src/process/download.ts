import { constants, type Stats } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { chmod, lstat, open, readdir, readlink, realpath, type FileHandle } from 'node:fs/promises'
import { InfrastructureError } from '@vitrial/core/errors'
import { wholeContentBytes, type DownloadedEntry, type DownloadOptions } from '@vitrial/core/ports'
import { filePathText } from '@vitrial/core/text'
import { systemErrorCode } from '../machine/system-error-code.ts'

const pieceBytes = 256 * 1024

interface Walk {
  readonly signal: AbortSignal
  readonly excluded: ReadonlySet<string>
  /** The first names of files that have several. */
  readonly firstNames: Map<string, string>
}

/**
 * Reads everything below a folder: each folder's entries by name, parents first, no link followed. What vanishes
 * meanwhile is left out. What its owner cannot read is made readable for the moment; what then stays unreadable
 * is reported as special.
 */
export async function* downloadTree(
  root: string,
  signal: AbortSignal,
  options: DownloadOptions = {},
): AsyncGenerator<DownloadedEntry> {
  signal.throwIfAborted()
  try {
    if ((await realpath(root)) !== root) return
  } catch (error) {
    if (isGone(error)) return
    throw failure(root, error)
  }
  const walk: Walk = { signal, excluded: new Set(options.excludeDirectories), firstNames: new Map() }
  yield* readDirectory(walk, Buffer.from(root), '', await lstat(root))
}

async function* readDirectory(
  walk: Walk,
  location: Buffer,
  prefix: string,
  stats: Stats,
): AsyncGenerator<DownloadedEntry> {
  const opened = (stats.mode & 0o500) !== 0o500 && (await makeReadable(location, stats, 0o700))
  try {
    for (const name of await namesIn(location)) {
      walk.signal.throwIfAborted()
      const path = prefix + filePathText(name)
      yield* readEntry(walk, Buffer.concat([location, Buffer.from('/'), name]), path)
    }
  } finally {
    if (opened) await restoreMode(location, stats)
  }
}

async function* readEntry(walk: Walk, location: Buffer, path: string): AsyncGenerator<DownloadedEntry> {
  try {
    const stats = await lstat(location)
    const mode = stats.mode & 0o7777
    if (stats.isDirectory()) {
      yield { type: 'directory', path, mode }
      const name = path.slice(path.lastIndexOf('/') + 1)
      if (!walk.excluded.has(name)) yield* readDirectory(walk, location, `${path}/`, stats)
    } else if (stats.isSymbolicLink()) {
      yield { type: 'symlink', path, target: filePathText(await readlink(location, { encoding: 'buffer' })) }
    } else if (stats.isFile()) yield* readFile(walk, location, path)
    else yield { type: 'special', path }
  } catch (error) {
    if (error instanceof InfrastructureError || walk.signal.aborted) throw error
    if (isGone(error)) return
    if (!isUnreadable(error)) throw failure(path, error)
    yield { type: 'special', path }
  }
}

/** Nothing that a candidate swaps in meanwhile may be followed or block the host. */
async function* readFile(walk: Walk, location: Buffer, path: string): AsyncGenerator<DownloadedEntry> {
  const stats = await lstat(location)
  const opened = (stats.mode & 0o400) === 0 && (await makeReadable(location, stats, 0o400))
  try {
    await using file = await open(location, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const found = await file.stat()
    const target = found.nlink > 1 ? firstName(walk, found, path) : path
    if (!found.isFile()) yield { type: 'special', path }
    else if (target !== path) yield { type: 'link', path, target }
    else {
      const pieces = piecesOf(file, found.size, path)
      const isLarge = found.size > wholeContentBytes
      const content = isLarge ? { sizeBytes: found.size, pieces } : await buffer(pieces)
      yield { type: 'file', path, mode: stats.mode & 0o7777, content }
    }
  } finally {
    if (opened) await restoreMode(location, stats)
  }
}

/** The name that a file was met by first, which is now this one if there was none. */
function firstName({ firstNames }: Walk, { dev, ino }: Stats, path: string): string {
  const identity = `${dev}:${ino}`
  const first = firstNames.get(identity) ?? path
  firstNames.set(identity, first)
  return first
}

/** As much as there was when it was opened: what grows meanwhile has an end too. */
async function* piecesOf(file: FileHandle, sizeBytes: number, path: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < sizeBytes;) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, sizeBytes - position))
    const { bytesRead } = await file.read(piece, 0, piece.length, position).catch((cause: unknown) => {
      throw failure(path, cause)
    })
    if (bytesRead === 0) return
    position += bytesRead
    yield piece.subarray(0, bytesRead)
  }
}

async function namesIn(location: Buffer): Promise<readonly Buffer[]> {
  try {
    const names = await readdir(location, { encoding: 'buffer' })
    return names.toSorted((a, b) => Buffer.compare(a, b))
  } catch (error) {
    if (isGone(error) || isUnreadable(error)) return []
    throw error
  }
}

async function makeReadable(location: Buffer, stats: Stats, bits: number): Promise<boolean> {
  try {
    await chmod(location, stats.mode | bits)
    return true
  } catch {
    // Another user's: reading it says whether that matters.
    return false
  }
}

async function restoreMode(location: Buffer, stats: Stats): Promise<void> {
  try {
    await chmod(location, stats.mode & 0o7777)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(systemErrorCode(error) ?? '')
}

function isUnreadable(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'ENAMETOOLONG', 'ENXIO'].includes(systemErrorCode(error) ?? '')
}

function failure(path: string, cause: unknown): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_TRANSFER',
    `${path} could not be read out of the sandbox. Check the disk and run it again.`,
    { cause },
  )
}
