import type { FileEntry, ObjectStore, Snapshot, SnapshotEntry } from '@vitrial/core'
import { canonicalJson } from './evidence-hash.ts'

export interface SnapshotOptions {
  /** Names of directories whose content is left out. @default ['.git', 'node_modules'] */
  readonly excludeDirectories?: readonly string[]
}

/** A snapshot and the object it is kept as. */
export interface StoredSnapshot {
  readonly hash: string
  readonly snapshot: Snapshot
}

/** What `snapshotWorkspace` leaves out unless told otherwise. */
export const defaultExcludedDirectories: readonly string[] = ['.git', 'node_modules']

const puttingAtOnce = 16

/** Keeps a workspace as objects. The same files give the same hash in whatever order they come. */
export async function snapshotWorkspace(
  entries: AsyncIterable<FileEntry>,
  objects: ObjectStore,
  { excludeDirectories = defaultExcludedDirectories }: SnapshotOptions = {},
): Promise<StoredSnapshot> {
  const names = new Set(excludeDirectories)
  const excluded = new Set<string>()
  const kept = new Map<string, SnapshotEntry>()
  let waiting: FileEntry[] = []
  const keepWaiting = async (): Promise<void> => {
    const stored = await Promise.all(waiting.map((entry) => store(entry, objects)))
    for (const entry of stored) kept.set(entry.path, entry)
    waiting = []
  }
  for await (const entry of entries) {
    const directory = excludedDirectory(entry, names)
    if (directory !== undefined) {
      excluded.add(directory)
      continue
    }
    waiting.push(entry)
    if (waiting.length === puttingAtOnce) await keepWaiting()
  }
  await keepWaiting()

  const snapshot: Snapshot = {
    entries: [...kept.keys()].toSorted().flatMap((path) => kept.get(path) ?? []),
    excluded: [...excluded].toSorted(),
  }
  return { snapshot, hash: await objects.put(canonicalJson(snapshot)) }
}

/** The outermost excluded directory that an entry is or lies in. */
function excludedDirectory(entry: FileEntry, names: ReadonlySet<string>): string | undefined {
  const parts = entry.path.split('/')
  const directories = entry.type === 'directory' ? parts : parts.slice(0, -1)
  const index = directories.findIndex((name) => names.has(name))
  return index === -1 ? undefined : parts.slice(0, index + 1).join('/')
}

async function store(entry: FileEntry, objects: ObjectStore): Promise<SnapshotEntry> {
  if (entry.type !== 'file') return entry
  const { type, path, mode, content } = entry
  return { type, path, mode, sizeBytes: content.length, hash: await objects.put(content) }
}
