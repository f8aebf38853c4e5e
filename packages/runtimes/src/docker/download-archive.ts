import type { DownloadOptions, FileEntry } from '@vitrial/core'
import { archiveEntries, type ArchiveEntry } from './archive-entries.ts'
import { archiveStat } from './archive-stat.ts'
import { volumeRoot } from './container-plan.ts'
import type { EngineContainer } from './engine-objects.ts'

export interface Download extends DownloadOptions {
  readonly container: EngineContainer
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
  const links: Link[] = []
  for await (const { header, content } of archiveEntries(download.container, path, signal)) {
    const entryPath = pathBelow(nameOf(header))
    if (entryPath === '' || isExcluded(entryPath, excluded)) continue
    if (header.type === 'link') {
      links.push({ path: entryPath, mode: modeOf(header), target: pathBelow(linkNameOf(header)) })
    } else yield entryOf(entryPath, header, content)
  }
  // While an archive is read the engine gives no other of the same container.
  for (const link of links) yield await linkedEntry(download, link, signal)
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

function entryOf(path: string, header: ArchiveEntry['header'], content: Buffer): FileEntry {
  const mode = modeOf(header)
  if (header.type === 'file') return { type: 'file', path, mode, content }
  if (header.type === 'directory') return { type: 'directory', path, mode }
  if (header.type === 'symlink') return { type: 'symlink', path, target: linkNameOf(header) }
  return { type: 'special', path }
}

/** A second name of a file: it comes without the content, which is fetched anew rather than kept for all files. */
interface Link {
  readonly path: string
  readonly mode: number
  /** The first name. */
  readonly target: string
}

async function linkedEntry(
  { container, directory }: Download,
  { path, mode, target }: Link,
  signal: AbortSignal,
): Promise<FileEntry> {
  const place = `${volumeRoot}/${directory}/${target}`
  for await (const { header, content } of archiveEntries(container, place, signal)) {
    if (header.type === 'file') return { type: 'file', path, mode, content }
  }
  return { type: 'special', path }
}

function modeOf(header: ArchiveEntry['header']): number {
  return (header.mode ?? 0) & 0o7777
}

function linkNameOf(header: ArchiveEntry['header']): string {
  return textOf(header.linkname ?? '', header.pax?.['linkpath'])
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
