import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { InfrastructureError } from '@vitrial/core/errors'
import {
  contentSize,
  wholeContentBytes,
  type FileContent,
  type FileEntry,
  type ObjectStore,
} from '@vitrial/core/ports'
import { canonicalHash, sha256, sha256OfPieces } from '../../content/hashes.ts'
import { isGitIndex, stagedContent } from './git-index.ts'
import { readContent, readSeed } from './workspace-seed.ts'

type FileOfSeed = Extract<FileEntry, { type: 'file' }>

/** An entry with its content as a hash: a seed may be larger than memory. */
export type FrozenEntry =
  | Exclude<FileEntry, FileOfSeed>
  | (Omit<FileOfSeed, 'content'> & { readonly content: string })

/** The files an eval starts with as they were when they were first read, whatever is edited meanwhile. */
export interface FrozenSeed {
  /** The folder they lie in, absolute; undefined for an eval that starts with none. */
  readonly directory: string | undefined
  /** The same wherever they lie. */
  readonly hash: string
  readonly entries: readonly FrozenEntry[]
  /** The sizes of files that are not held, by path. */
  readonly largeFiles: ReadonlyMap<string, number>
}

/** Reads the files an eval starts with, and remembers them by their hashes. */
export async function freezeSeed(directory: string | undefined): Promise<FrozenSeed> {
  const entries: FrozenEntry[] = []
  const largeFiles = new Map<string, number>()
  if (directory !== undefined) {
    for await (const entry of readSeed(directory)) {
      if (entry.type !== 'file') {
        entries.push(entry)
        continue
      }
      const sizeBytes = contentSize(entry.content)
      if (sizeBytes > wholeContentBytes) largeFiles.set(entry.path, sizeBytes)
      entries.push({ ...entry, content: await comparedHash(entry) })
    }
  }
  return { directory, entries, largeFiles, hash: canonicalHash(entries) }
}

/** The hash that a seed's file is compared by: over all of it, or over what a git index says is staged. */
export async function comparedHash({ path, content }: Pick<FileOfSeed, 'path' | 'content'>): Promise<string> {
  if (!(content instanceof Uint8Array)) return await sha256OfPieces(content.pieces)
  return sha256(isGitIndex(path) ? stagedContent(Buffer.from(content)) : content)
}

/**
 * Gives the files as they were frozen, sorted, parents first. One that was edited since comes from what an earlier trial
 * recorded of it.
 *
 * @throws {InfrastructureError} `VITRIAL_WORKSPACE_CHANGED` if no trial did.
 */
export async function* seedFiles(
  { directory = '', entries, largeFiles }: FrozenSeed,
  objects: Pick<ObjectStore, 'get' | 'read'>,
): AsyncGenerator<FileEntry> {
  for (const entry of entries) {
    if (entry.type !== 'file') yield entry
    else {
      const { path, content: hash } = entry
      const frozen = { path, hash, file: join(directory, path), sizeBytes: largeFiles.get(path) }
      yield { ...entry, content: (await unchanged(frozen)) ?? (await recorded(frozen, objects)) }
    }
  }
}

interface FrozenFile {
  readonly path: string
  readonly hash: string
  /** Absolute. */
  readonly file: string
  /** Undefined for one that is held whole. */
  readonly sizeBytes: number | undefined
}

async function unchanged({ path, hash, file, sizeBytes }: FrozenFile): Promise<FileContent | undefined> {
  const content = await readContent(file).catch(() => undefined)
  if (content === undefined || (await comparedHash({ path, content })) !== hash) return undefined
  if (content instanceof Uint8Array) return content
  const again = await readContent(file)
  if (again instanceof Uint8Array || again.sizeBytes !== sizeBytes) return undefined
  return { sizeBytes, pieces: checked(again.pieces, { file, hash }) }
}

/** A file that is not held may be edited while it is sent: then its end says so. */
async function* checked(
  pieces: AsyncIterable<Uint8Array>,
  { file, hash }: Pick<FrozenFile, 'file' | 'hash'>,
): AsyncGenerator<Uint8Array> {
  const digest = createHash('sha256')
  for await (const piece of pieces) {
    digest.update(piece)
    yield piece
  }
  if (digest.digest('hex') !== hash) throw changed(file)
}

async function recorded(
  { hash, file, sizeBytes }: FrozenFile,
  objects: Pick<ObjectStore, 'get' | 'read'>,
): Promise<FileContent> {
  const failed = (cause: unknown): never => {
    throw changed(file, cause)
  }
  if (sizeBytes === undefined) return await objects.get(hash).catch(failed)
  return { sizeBytes, pieces: recordedPieces(objects.read(hash), failed) }
}

async function* recordedPieces(
  pieces: AsyncIterable<Uint8Array>,
  failed: (cause: unknown) => never,
): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } catch (cause) {
    failed(cause)
  }
}

function changed(file: string, cause?: unknown): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_WORKSPACE_CHANGED',
    `${file} was edited or removed after this run had been planned with it, and before a trial began with it. ` +
      'Run again: the trials of its eval are then planned with the file as it is.',
    { cause },
  )
}
