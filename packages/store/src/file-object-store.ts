import { errorMessage, StoreError, type ObjectStore } from '@vitrial/core'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

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
  /** Hashes that this process has seen durable. */
  readonly #known = new Set<string>()
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #folders = new Map<string, Promise<void>>()

  constructor(folder: string) {
    this.#folder = folder
  }

  async put(content: Uint8Array): Promise<string> {
    const hash = hashOf(content)
    let keeping = this.#underWay.get(hash)
    if (!keeping) {
      keeping = this.#keep(hash, content).finally(() => this.#underWay.delete(hash))
      this.#underWay.set(hash, keeping)
    }
    await keeping
    return hash
  }

  async get(hash: string): Promise<Uint8Array> {
    if (!/^[0-9a-f]{64}$/.test(hash)) {
      throw new StoreError(
        'VITRIAL_STORE_REFUSED',
        `"${hash}" is not the sha-256 of an object in ${this.#folder}.`,
      )
    }
    const file = this.#fileOf(hash)
    const content = await readFile(file).catch((cause: unknown) => {
      throw unreadable(file, cause)
    })
    if (hashOf(content) === hash) return content
    throw new StoreError(
      'VITRIAL_OBJECT_CHANGED',
      `${file} no longer holds the content it is named after: it was changed or damaged. ` +
        'Restore it from a copy; what was judged cannot be shown from it.',
    )
  }

  #fileOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash.slice(2))
  }

  async #keep(hash: string, content: Uint8Array): Promise<void> {
    const file = this.#fileOf(hash)
    try {
      if ((await sizeOf(file)) !== content.byteLength) await this.#write(file, content)
      // Another process may have renamed it just now and not flushed the folder yet.
      else if (!this.#known.has(hash)) await flushFolder(dirname(file))
    } catch (cause) {
      throw new StoreError(
        'VITRIAL_STORE_WRITE',
        `Could not write ${file}: ${errorMessage(cause)}. ` +
          'Make room on the disk, see that the folder can be written, and run again.',
        { cause },
      )
    }
    this.#known.add(hash)
  }

  /** Written aside, flushed, then renamed: no reader ever meets half a file. */
  async #write(file: string, content: Uint8Array): Promise<void> {
    const asideFolder = join(this.#folder, 'tmp')
    const aside = join(asideFolder, randomUUID())
    await this.#make(this.#folder)
    await Promise.all([this.#make(asideFolder), this.#make(dirname(file))])
    try {
      // Read-only, so that no editor changes it by accident.
      await using handle = await open(aside, 'wx', 0o444)
      await handle.writeFile(content)
      await handle.sync()
    } catch (thrown) {
      await rm(aside, { force: true })
      throw thrown
    }
    await rename(aside, file)
    await flushFolder(dirname(file))
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

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
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
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}
