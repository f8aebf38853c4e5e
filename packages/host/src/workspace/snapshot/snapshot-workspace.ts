import { setImmediate as othersWork } from 'node:timers/promises'
import { LimitReachedError } from '@vitrial/core/errors'
import type { WorkspaceLimits } from '@vitrial/core/limits'
import { contentSize, type DownloadedEntry, type ObjectStore } from '@vitrial/core/ports'
import type { Snapshot, SnapshotEntry } from '@vitrial/core/recording'
import { entriesAtOnce, snapshotText } from './snapshot-text.ts'

export interface SnapshotOptions {
  /** Names of directories whose content is left out. @default ['.git', 'node_modules'] */
  readonly excludeDirectories?: readonly string[]
  /** What it may hold. @default as much as there is */
  readonly limits?: WorkspaceLimits
  /** Called for every entry, and for every piece of a large one. */
  readonly onProgress?: () => void
}

/** A snapshot and the object it is kept as. */
export interface StoredSnapshot {
  readonly hash: string
  readonly snapshot: Snapshot
}

/** What `snapshotWorkspace` leaves out unless told otherwise. */
export const defaultExcludedDirectories: readonly string[] = ['.git', 'node_modules']

const puttingAtOnce = 16
const mebibyte = 1_048_576

/**
 * Keeps a workspace as objects. The same files give the same hash in whatever order they come. No large file is held.
 *
 * @throws {LimitReachedError} naming the limit that the files exceed, before what exceeds it is read.
 */
export async function snapshotWorkspace(
  entries: AsyncIterable<DownloadedEntry>,
  objects: ObjectStore,
  { excludeDirectories = defaultExcludedDirectories, limits, onProgress }: SnapshotOptions = {},
): Promise<StoredSnapshot> {
  const names = new Set(excludeDirectories)
  const excluded = new Set<string>()
  const kept = new Map<string, SnapshotEntry>()
  const links: HardLink[] = []
  const count = limits && new EntryCount(limits)
  let waiting: KeptEntry[] = []
  const keepWaiting = async (): Promise<void> => {
    const stored = await Promise.all(waiting.map((entry) => store(entry, objects)))
    for (const entry of stored) kept.set(entry.path, entry)
    waiting = []
  }
  let seen = 0
  for await (const entry of entries) {
    onProgress?.()
    seen += 1
    if (seen % entriesAtOnce === 0) await othersWork()
    const directory = excludedDirectory(entry, names)
    if (directory !== undefined) {
      excluded.add(directory)
      continue
    }
    count?.add(entry)
    if (entry.type === 'link') links.push(entry)
    // Pieces are gone with the next entry.
    else if (isInPieces(entry)) kept.set(entry.path, await storePieces(entry, objects, onProgress))
    else waiting.push(entry)
    if (waiting.length === puttingAtOnce) await keepWaiting()
  }
  await keepWaiting()
  for (const link of links) kept.set(link.path, linkedEntry(link, kept))

  await othersWork()
  const paths = [...kept.keys()].toSorted()
  await othersWork()
  const snapshot: Snapshot = {
    entries: paths.flatMap((path) => kept.get(path) ?? []),
    excluded: [...excluded].toSorted(),
  }
  return { snapshot, hash: await objects.put(snapshotText(snapshot)) }
}

type KeptEntry = Exclude<DownloadedEntry, { type: 'link' }>
type HardLink = Extract<DownloadedEntry, { type: 'link' }>
type FileInPieces = Extract<KeptEntry, { type: 'file' }> & {
  readonly content: Exclude<Extract<KeptEntry, { type: 'file' }>['content'], Uint8Array>
}

/** Counts what a workspace holds; a file with many names counts once by its size. */
class EntryCount {
  readonly #limits: WorkspaceLimits
  #files = 0
  #bytes = 0

  constructor(limits: WorkspaceLimits) {
    this.#limits = limits
  }

  add(entry: DownloadedEntry): void {
    const { files, bytesMiB } = this.#limits
    const sizeBytes = entry.type === 'file' ? contentSize(entry.content) : 0
    this.#files += 1
    this.#bytes += sizeBytes
    if (this.#files > files) throw exceeded('files', `It left more than ${files} files and folders.`)
    if (this.#bytes <= bytesMiB * mebibyte) return
    const alone = Math.ceil(sizeBytes / mebibyte)
    const much = `It left more than ${bytesMiB} MiB`
    throw exceeded('bytes', `${much}: with ${JSON.stringify(entry.path)}, which has ${alone} MiB.`)
  }
}

function exceeded(limit: 'files' | 'bytes', detail: string): LimitReachedError {
  return new LimitReachedError(limit, `The agent broke the limit "${limit}". ${detail}`)
}

/** The outermost excluded directory that an entry is or lies in. */
function excludedDirectory(entry: DownloadedEntry, names: ReadonlySet<string>): string | undefined {
  const parts = entry.path.split('/')
  const directories = entry.type === 'directory' ? parts : parts.slice(0, -1)
  const index = directories.findIndex((name) => names.has(name))
  return index === -1 ? undefined : parts.slice(0, index + 1).join('/')
}

/** A further name of what is kept already. What vanished under its first name meanwhile cannot be read. */
function linkedEntry({ path, target }: HardLink, kept: ReadonlyMap<string, SnapshotEntry>): SnapshotEntry {
  return { ...(kept.get(target) ?? { type: 'special' }), path }
}

function isInPieces(entry: KeptEntry): entry is FileInPieces {
  return entry.type === 'file' && !(entry.content instanceof Uint8Array)
}

async function storePieces(
  { path, mode, content }: FileInPieces,
  objects: ObjectStore,
  onProgress?: () => void,
): Promise<SnapshotEntry> {
  let sizeBytes = 0
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of content.pieces) {
      onProgress?.()
      sizeBytes += piece.byteLength
      yield piece
    }
  }
  const hash = await objects.put(counted())
  return { type: 'file', path, mode, sizeBytes, hash }
}

async function store(entry: KeptEntry, objects: ObjectStore): Promise<SnapshotEntry> {
  if (entry.type !== 'file') return entry
  const { type, path, mode, content } = entry
  const hash = await objects.put(content instanceof Uint8Array ? content : content.pieces)
  return { type, path, mode, sizeBytes: contentSize(content), hash }
}
