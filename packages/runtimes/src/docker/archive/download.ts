import { buffer } from 'node:stream/consumers'
import { wholeContentBytes, type DownloadedEntry, type DownloadOptions } from '@vitrial/core/ports'
import { filePathText } from '@vitrial/core/text'
import { archiveEntries } from './archive-entries.ts'
import { archiveStat } from './archive-stat.ts'
import { volumeRoot } from '../inside/sandbox-layout.ts'
import type { EngineContainer } from '../../engine/engine.ts'
import type { TarEntry } from './read-tar.ts'

export interface Download extends DownloadOptions {
  readonly container: EngineContainer
  /** Relative to the volume's root, checked. */
  readonly directory: string
}

/**
 * Reads everything below a directory of a container, parents first, whether the container runs or not. The engine
 * reads as root and follows no link. Nothing is yielded for a directory that is gone or is none.
 */
export async function* downloadArchive(
  download: Download,
  signal: AbortSignal,
): AsyncGenerator<DownloadedEntry> {
  signal.throwIfAborted()
  if (!(await isDirectory(download, signal))) return
  const excluded = new Set(download.excludeDirectories)
  const outsiders = new Map<string, readonly string[]>()
  for await (const entry of entriesBelow(download, signal)) {
    const { path, target } = entry
    if (path === '' || isExcluded(path, excluded)) continue
    if (entry.type !== 'link') yield await entryOf(entry)
    else if (!isExcluded(target, excluded)) yield { type: 'link', path, target }
    else outsiders.set(target, [...(outsiders.get(target) ?? []), path])
  }
  if (outsiders.size > 0) yield* linkedEntries(download, outsiders, signal)
}

/**
 * What only has its first name in a folder that is left out. An archive gives content with the first name alone, so all
 * of them are read in a second pass.
 *
 * @param outsiders first names, and the other names of each.
 */
async function* linkedEntries(
  download: Download,
  outsiders: ReadonlyMap<string, readonly string[]>,
  signal: AbortSignal,
): AsyncGenerator<DownloadedEntry> {
  for await (const entry of entriesBelow(download, signal)) {
    const [path, ...others] = entry.type === 'link' ? [] : (outsiders.get(entry.path) ?? [])
    if (path === undefined) continue
    yield await entryOf({ ...entry, path })
    for (const other of others) yield { type: 'link', path: other, target: path }
  }
}

interface EntryBelow extends TarEntry {
  /** Below the directory; empty for the directory itself. */
  readonly path: string
  /** Of a hard link: its first name. */
  readonly target: string
}

async function* entriesBelow(
  { container, directory }: Download,
  signal: AbortSignal,
): AsyncGenerator<EntryBelow> {
  for await (const entry of archiveEntries(container, `${volumeRoot}/${directory}`, signal)) {
    const target = entry.type === 'link' ? pathBelow(entry.linkName) : ''
    yield { ...entry, path: pathBelow(entry.name), target }
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

async function entryOf(entry: EntryBelow): Promise<DownloadedEntry> {
  const { type, path, mode, sizeBytes, content } = entry
  if (type === 'directory') return { type, path, mode }
  if (type === 'symlink') return { type, path, target: filePathText(entry.linkName) }
  if (type !== 'file') return { type: 'special', path }
  const isLarge = sizeBytes > wholeContentBytes
  return { type, path, mode, content: isLarge ? { sizeBytes, pieces: content } : await buffer(content) }
}

/** An archive's names begin with the directory itself. */
function pathBelow(name: Buffer): string {
  const text = filePathText(name)
  const trimmed = text.endsWith('/') ? text.slice(0, -1) : text
  const start = trimmed.indexOf('/')
  return start === -1 ? '' : trimmed.slice(start + 1)
}

function isExcluded(path: string, excluded: ReadonlySet<string>): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((name) => excluded.has(name))
}
