import { errorMessage, StoreError, systemErrorCode } from '@vitrial/core/errors'
import type { ObjectStore } from '@vitrial/core/ports'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sha256 } from '../hash/sha256.ts'
import { writeAside, writePieces } from './write-aside.ts'

const pieceBytes = 256 * 1024

/** Where objects are kept. */
export interface ObjectStoreOptions {
  /** The folder of the objects, such as `results/<run>/objects`; made when first needed. */
  readonly folder: string
}

/**
 * Keeps content in files named by its sha-256: `<folder>/ab/cdef…`. A file appears there whole or not at
 * all, and several processes may put the same content at once.
 */
export function openObjectStore({ folder }: ObjectStoreOptions): ObjectStore {
  return new FileObjectStore(folder)
}

class FileObjectStore implements ObjectStore {
  readonly #folder: string
  /** Files that this process has seen durable. */
  readonly #known = new Set<string>()
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #folders = new Map<string, Promise<void>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<string> {
    if (!(content instanceof Uint8Array)) return await this.#keepPieces(content)
    const hash = sha256(content)
    let keeping = this.#underWay.get(hash)
    if (!keeping) {
      keeping = this.#keep(hash, content).finally(() => this.#underWay.delete(hash))
      this.#underWay.set(hash, keeping)
    }
    await keeping
    return hash
  }

  async get(hash: string): Promise<Uint8Array> {
    const file = this.#fileToRead(hash)
    const content = await readFile(file).catch((cause: unknown) => {
      throw unreadable(file, cause)
    })
    if (sha256(content) === hash) return content
    throw changed(file)
  }

  async *read(hash: string): AsyncGenerator<Uint8Array> {
    const path = this.#fileToRead(hash)
    const digest = createHash('sha256')
    await using file = await open(path).catch((cause: unknown) => {
      throw unreadable(path, cause)
    })
    for (;;) {
      const piece = Buffer.allocUnsafe(pieceBytes)
      const { bytesRead } = await file.read(piece).catch((cause: unknown) => {
        throw unreadable(path, cause)
      })
      if (bytesRead === 0) break
      const read = piece.subarray(0, bytesRead)
      digest.update(read)
      yield read
    }
    if (digest.digest('hex') !== hash) throw changed(path)
  }

  #fileOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash.slice(2))
  }

  #fileToRead(hash: string): string {
    if (/^[0-9a-f]{64}$/.test(hash)) return this.#fileOf(hash)
    throw new StoreError(
      'VITRIAL_STORE_REFUSED',
      `"${hash}" is not the sha-256 of an object in ${this.#folder}.`,
    )
  }

  async #keep(hash: string, content: Uint8Array): Promise<void> {
    const file = this.#fileOf(hash)
    try {
      if (await this.#has(file, content.byteLength)) await this.#settle(file)
      else await this.#write(file, content)
    } catch (cause) {
      throw unwritable(file, cause)
    }
    this.#known.add(file)
  }

  /** What it is called is known when all of it has been written. */
  async #keepPieces(pieces: AsyncIterable<Uint8Array>): Promise<string> {
    let file = this.#folder
    let hasSourceFailed = false
    const source = watched(pieces, () => (hasSourceFailed = true))
    try {
      const aside = await this.#aside()
      const { hash, sizeBytes } = await writeAside(aside, (handle) => writePieces(handle, source))
      file = this.#fileOf(hash)
      if (await this.#has(file, sizeBytes)) {
        await rm(aside)
        await this.#settle(file)
      } else await this.#takeOver(aside, file)
      this.#known.add(file)
      return hash
    } catch (cause) {
      throw hasSourceFailed ? cause : unwritable(file, cause)
    }
  }

  async #has(file: string, sizeBytes: number): Promise<boolean> {
    return (await sizeOf(file)) === sizeBytes
  }

  /** Another process may have renamed it just now and not flushed the folder yet. */
  async #settle(file: string): Promise<void> {
    if (!this.#known.has(file)) await flushFolder(dirname(file))
  }

  /** Written aside, flushed, then renamed: no reader ever meets half a file. */
  async #write(file: string, content: Uint8Array): Promise<void> {
    const aside = await this.#aside()
    await writeAside(aside, (handle) => handle.writeFile(content))
    await this.#takeOver(aside, file)
  }

  async #takeOver(aside: string, file: string): Promise<void> {
    await this.#make(dirname(file))
    await rename(aside, file)
    await flushFolder(dirname(file))
  }

  /** A new place to write to. */
  async #aside(): Promise<string> {
    const folder = join(this.#folder, 'tmp')
    await this.#make(this.#folder)
    await this.#make(folder)
    return join(folder, randomUUID())
  }

  #make(folder: string): Promise<void> {
    let making = this.#folders.get(folder)
    if (!making) {
      making = makeFolder(folder)
      this.#folders.set(folder, making)
      making.catch(() => this.#folders.delete(folder))
    }
    return making
  }
}

/** Tells apart what its source failed with from what could not be written. */
async function* watched(
  pieces: AsyncIterable<Uint8Array>,
  onFailure: () => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } catch (thrown) {
    onFailure()
    throw thrown
  }
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size
  } catch (thrown) {
    if (isMissing(thrown)) return undefined
    throw thrown
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await flushFolder(dirname(folder))
}

/** Makes the names in a folder durable, as `fsync` of a file does for its content. */
async function flushFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

function changed(file: string): StoreError {
  return new StoreError(
    'VITRIAL_OBJECT_CHANGED',
    `${file} no longer holds the content it is named after: it was changed or damaged. ` +
      'Restore it from a copy; what was judged cannot be shown from it.',
  )
}

function unwritable(file: string, cause: unknown): StoreError {
  return new StoreError(
    'VITRIAL_STORE_WRITE',
    `Could not write ${file}: ${errorMessage(cause)}. ` +
      'Make room on the disk, see that the folder can be written, and run again.',
    { cause },
  )
}

function unreadable(file: string, cause: unknown): StoreError {
  if (isMissing(cause)) {
    return new StoreError(
      'VITRIAL_OBJECT_MISSING',
      `${file} is missing: a recording refers to it, but it is gone. Restore it from a copy.`,
      { cause },
    )
  }
  return new StoreError(
    'VITRIAL_STORE_READ',
    `Could not read ${file}: ${errorMessage(cause)}. See that it can be read, then try again.`,
    { cause },
  )
}

function isMissing(thrown: unknown): boolean {
  return systemErrorCode(thrown) === 'ENOENT'
}
