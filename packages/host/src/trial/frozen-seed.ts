import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InfrastructureError, type FileEntry, type ObjectStore } from '@vitrial/core'
import { canonicalHash, sha256 } from '../fingerprint.ts'
import { readSeed } from './workspace-seed.ts'

type FileOfSeed = Extract<FileEntry, { type: 'file' }>

/** An entry with its content as a hash: a seed may be larger than memory. */
type FrozenEntry =
  | Exclude<FileEntry, FileOfSeed>
  | (Omit<FileOfSeed, 'content'> & { readonly content: string })

/** The files an eval starts with as they were when they were first read, whatever is edited meanwhile. */
export interface FrozenSeed {
  /** The folder they lie in, absolute; undefined for an eval that starts with none. */
  readonly directory: string | undefined
  /** The same wherever they lie. */
  readonly hash: string
  readonly entries: readonly FrozenEntry[]
}

/** Reads the files an eval starts with, and remembers them by their hashes. */
export async function freezeSeed(directory: string | undefined): Promise<FrozenSeed> {
  const entries: FrozenEntry[] = []
  if (directory !== undefined) {
    for await (const entry of readSeed(directory)) {
      entries.push(entry.type === 'file' ? { ...entry, content: sha256(entry.content) } : entry)
    }
  }
  return { directory, entries, hash: canonicalHash(entries) }
}

/**
 * Gives the files as they were frozen, sorted, parents first. One that was edited since comes from what an earlier trial
 * recorded of it.
 *
 * @throws {InfrastructureError} `VITRIAL_WORKSPACE_CHANGED` if no trial did.
 */
export async function* seedFiles(
  { directory = '', entries }: FrozenSeed,
  objects: Pick<ObjectStore, 'get'>,
): AsyncGenerator<FileEntry> {
  for (const entry of entries) {
    if (entry.type !== 'file') yield entry
    else {
      const file = join(directory, entry.path)
      yield {
        ...entry,
        content: (await unchanged(file, entry.content)) ?? (await recorded(file, entry, objects)),
      }
    }
  }
}

async function unchanged(file: string, hash: string): Promise<Uint8Array | undefined> {
  const content = await readFile(file).catch(() => undefined)
  return content && sha256(content) === hash ? content : undefined
}

async function recorded(
  file: string,
  { content: hash }: { readonly content: string },
  objects: Pick<ObjectStore, 'get'>,
): Promise<Uint8Array> {
  try {
    return await objects.get(hash)
  } catch (cause) {
    throw new InfrastructureError(
      'VITRIAL_WORKSPACE_CHANGED',
      `${file} was edited or removed after this run had been planned with it, and before a trial began with it. ` +
        'Run again: the trials of its eval are then planned with the file as it is.',
      { cause },
    )
  }
}
