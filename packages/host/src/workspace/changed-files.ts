import type { FileEntry } from '@vitrial/core/ports'
import type { Snapshot } from '@vitrial/core/recording'
import { comparedHash } from './seed/frozen-seed.ts'
import { readSeed } from './seed/workspace-seed.ts'

type FileOfSeed = Extract<FileEntry, { type: 'file' }>

const executable = ' executable'
const folder = 'folder'

/**
 * Names where the files an eval starts with differ from recorded ones, sorted: added and removed ones too, and in what
 * they differ where that is not their content.
 */
export async function changedFiles(
  directory: string | undefined,
  recorded: Snapshot,
): Promise<readonly string[]> {
  const before = new Map<string, string>()
  for (const entry of recorded.entries) {
    if (entry.type === 'directory') before.set(entry.path, folder)
    if (entry.type === 'file') before.set(entry.path, fileText(entry.hash, entry.mode))
    if (entry.type === 'symlink') before.set(entry.path, entry.target)
  }
  const now = new Map<string, string>()
  const other = new Map<string, readonly string[]>()
  if (directory !== undefined) {
    for await (const entry of readSeed(directory)) {
      // Neither they nor what is below them was recorded.
      if (recorded.excluded.some((excluded) => `${entry.path}/`.startsWith(`${excluded}/`))) continue
      if (entry.type === 'directory') now.set(entry.path, folder)
      if (entry.type === 'file') {
        const text = fileText(await comparedHash(entry), entry.mode)
        now.set(entry.path, text)
        const was = before.get(entry.path)
        if (was !== undefined && was !== text) other.set(entry.path, await withOtherEndings(entry))
      }
      if (entry.type === 'symlink') now.set(entry.path, entry.target)
    }
  }
  const paths = new Set([...before.keys(), ...now.keys()])
  const changed = [...paths].filter((path) => before.get(path) !== now.get(path)).toSorted()
  if (changed.length > 0)
    return changed.map((path) => described(path, before.get(path), now.get(path), other))
  // Nothing else can differ.
  return recorded.excluded.map((path) => `something in ${path}`)
}

/** As a person finds it: what kind of change it is where its name alone would puzzle. */
function described(
  path: string,
  before: string | undefined,
  now: string | undefined,
  otherEndings: ReadonlyMap<string, readonly string[]>,
): string {
  if (before === undefined) return `${path} (added)`
  if (now === undefined) return `${path} (removed)`
  if (otherEndings.get(path)?.includes(before) === true) return `${path} (line endings only)`
  if (before === `${now}${executable}`) return `${path} (no longer executable)`
  return now === `${before}${executable}` ? `${path} (executable)` : path
}

/** How a file would be recorded if all its lines ended the other way. */
async function withOtherEndings({ path, content, mode }: FileOfSeed): Promise<readonly string[]> {
  if (!(content instanceof Uint8Array)) return []
  // As bytes, so that nothing else of it changes.
  const unix = Buffer.from(content).toString('latin1').replaceAll('\r\n', '\n')
  const versions = [unix, unix.replaceAll('\n', '\r\n')].map((text) => Buffer.from(text, 'latin1'))
  const hashes = await Promise.all(versions.map((version) => comparedHash({ path, content: version })))
  return hashes.map((hash) => fileText(hash, mode))
}

/** Of its mode only whether its owner may execute it: a sandbox may not keep the rest as it is. */
function fileText(hash: string, mode: number): string {
  return (mode & 0o100) === 0 ? hash : `${hash}${executable}`
}
