import { constants, type Stats } from 'node:fs'
import { chmod, lstat, open, readdir, readlink, realpath } from 'node:fs/promises'
import { InfrastructureError, type DownloadOptions, type FileEntry } from '@vitrial/core'
import { systemErrorCode } from './system-error-code.ts'

interface Walk {
  readonly signal: AbortSignal
  readonly excluded: ReadonlySet<string>
}

/**
 * Reads everything below a folder: each folder's entries by name, parents first, no link followed. What vanishes
 * meanwhile is left out. What its owner cannot read is made readable for the moment; what then stays unreadable
 * is reported as special.
 */
export async function* readTree(
  root: string,
  signal: AbortSignal,
  options: DownloadOptions = {},
): AsyncGenerator<FileEntry> {
  signal.throwIfAborted()
  try {
    if ((await realpath(root)) !== root) return
  } catch (error) {
    if (isGone(error)) return
    throw failure(root, error)
  }
  const walk: Walk = { signal, excluded: new Set(options.excludeDirectories) }
  yield* readDirectory(walk, Buffer.from(root), '', await lstat(root))
}

async function* readDirectory(
  walk: Walk,
  location: Buffer,
  prefix: string,
  stats: Stats,
): AsyncGenerator<FileEntry> {
  const opened = (stats.mode & 0o500) !== 0o500 && (await makeReadable(location, stats, 0o700))
  try {
    for (const name of await namesIn(location)) {
      walk.signal.throwIfAborted()
      const path = prefix + textOf(name)
      yield* readEntry(walk, Buffer.concat([location, Buffer.from('/'), name]), path)
    }
  } finally {
    if (opened) await restoreMode(location, stats)
  }
}

async function* readEntry(walk: Walk, location: Buffer, path: string): AsyncGenerator<FileEntry> {
  try {
    const stats = await lstat(location)
    const mode = stats.mode & 0o7777
    if (stats.isDirectory()) {
      yield { type: 'directory', path, mode }
      const name = path.slice(path.lastIndexOf('/') + 1)
      if (!walk.excluded.has(name)) yield* readDirectory(walk, location, `${path}/`, stats)
    } else if (stats.isSymbolicLink()) {
      yield { type: 'symlink', path, target: textOf(await readlink(location, { encoding: 'buffer' })) }
    } else {
      const content = stats.isFile() ? await readContent(location, stats) : undefined
      yield content === undefined ? { type: 'special', path } : { type: 'file', path, mode, content }
    }
  } catch (error) {
    if (error instanceof InfrastructureError || walk.signal.aborted) throw error
    if (isGone(error)) return
    if (!isUnreadable(error)) throw failure(path, error)
    yield { type: 'special', path }
  }
}

/** Undefined if it is no file any more: nothing that a candidate swaps in may be followed or block the host. */
async function readContent(location: Buffer, stats: Stats): Promise<Uint8Array | undefined> {
  const opened = (stats.mode & 0o400) === 0 && (await makeReadable(location, stats, 0o400))
  try {
    await using file = await open(location, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    return (await file.stat()).isFile() ? await file.readFile() : undefined
  } finally {
    if (opened) await restoreMode(location, stats)
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

/** A name as text; bytes that are not UTF-8 appear as `\xNN`. */
function textOf(name: Buffer): string {
  const text = name.toString('utf8')
  if (!text.includes('\uFFFD') || Buffer.from(text).equals(name)) return text
  return [...name]
    .map((byte) => (byte < 0x80 ? String.fromCodePoint(byte) : `\\x${byte.toString(16)}`))
    .join('')
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
