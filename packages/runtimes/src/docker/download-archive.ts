import type { DownloadOptions, FileEntry } from '@vitrial/core'
import type Dockerode from 'dockerode'
import { archiveEntries, type ArchiveEntry } from './archive-entries.ts'
import { archiveStat } from './archive-stat.ts'
import { volumeRoot } from './container-plan.ts'

export interface Download extends DownloadOptions {
  readonly container: Dockerode.Container
  /** Relative to the volume's root, checked. */
  readonly directory: string
}

/**
 * Reads everything below a directory of a container, parents first, whether the container runs or not. The engine
 * reads as root and follows no link. Nothing is yielded for a directory that is gone or is none.
 */
export async function* downloadArchive(download: Download, signal: AbortSignal): AsyncGenerator<FileEntry> {
  signal.throwIfAborted()
  if (!(await isDirectory(download, signal))) return
  const excluded = new Set(download.excludeDirectories)
  const path = `${volumeRoot}/${download.directory}`
  for await (const { header, content } of archiveEntries(download.container, path, signal)) {
    const entryPath = pathBelow(nameOf(header))
    if (entryPath === '' || isExcluded(entryPath, excluded)) continue
    yield await entryOf(download, entryPath, header, content, signal)
  }
}

/** Every part of the way must be a directory; the sandbox's own, which come first, always are. */
async function isDirectory({ container, directory }: Download, signal: AbortSignal): Promise<boolean> {
  const [own = '', ...below] = directory.split('/')
  let path = `${volumeRoot}/${own}`
  for (const part of below) {
    path = `${path}/${part}`
    if ((await archiveStat(container, path, signal)).type !== 'directory') return false
  }
  return true
}

async function entryOf(
  { container, directory }: Download,
  path: string,
  header: ArchiveEntry['header'],
  content: Buffer,
  signal: AbortSignal,
): Promise<FileEntry> {
  const mode = (header.mode ?? 0) & 0o7777
  if (header.type === 'file') return { type: 'file', path, mode, content }
  if (header.type === 'directory') return { type: 'directory', path, mode }
  const linkname = textOf(header.linkname ?? '', header.pax?.['linkpath'])
  if (header.type === 'symlink') return { type: 'symlink', path, target: linkname }
  if (header.type !== 'link') return { type: 'special', path }
  const linked = await contentOf(container, `${volumeRoot}/${directory}/${pathBelow(linkname)}`, signal)
  return linked === undefined ? { type: 'special', path } : { type: 'file', path, mode, content: linked }
}

/** A second name of a file comes without its content, which is fetched anew rather than kept for all of them. */
async function contentOf(
  container: Dockerode.Container,
  path: string,
  signal: AbortSignal,
): Promise<Buffer | undefined> {
  for await (const { header, content } of archiveEntries(container, path, signal)) {
    return header.type === 'file' ? content : undefined
  }
  return undefined
}

function nameOf(header: ArchiveEntry['header']): string {
  return textOf(header.name, header.pax?.['path'])
}

/** An archive's names begin with the directory itself. */
function pathBelow(name: string): string {
  const trimmed = name.endsWith('/') ? name.slice(0, -1) : name
  const start = trimmed.indexOf('/')
  return start === -1 ? '' : trimmed.slice(start + 1)
}

/** A name comes as bytes, or as text in the archive's extension. Bytes that are no UTF-8 appear as `\xNN`. */
function textOf(bytes: string, extension: string | undefined): string {
  if (extension !== undefined) return extension
  const buffer = Buffer.from(bytes, 'latin1')
  const text = buffer.toString('utf8')
  if (Buffer.from(text).equals(buffer)) return text
  return [...buffer]
    .map((byte) => (byte < 0x80 ? String.fromCodePoint(byte) : `\\x${byte.toString(16)}`))
    .join('')
}

function isExcluded(path: string, excluded: ReadonlySet<string>): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((name) => excluded.has(name))
}
