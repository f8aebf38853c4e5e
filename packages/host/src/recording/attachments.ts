import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../content/hashes.ts'

/** The files a harness leaves beside the events. */
export class Attachments {
  readonly #directory: string
  readonly #onFailure: (cause: unknown) => void
  readonly #names = new Set<string>()
  #writing: Promise<void>

  constructor(directory: string, onFailure: (cause: unknown) => void) {
    this.#directory = directory
    this.#onFailure = onFailure
    this.#writing = Promise.resolve()
  }

  /** Keeps a file; a later one of the same name replaces it. */
  keep(name: string, content: AsyncIterable<Uint8Array>): void {
    const fileName = safeName(name)
    this.#names.add(fileName)
    this.#writing = this.#write(fileName, content, this.#writing)
    this.#writing.catch(this.#onFailure)
  }

  async #write(fileName: string, content: AsyncIterable<Uint8Array>, earlier: Promise<void>): Promise<void> {
    await earlier
    await mkdir(this.#directory, { recursive: true })
    await writeFile(join(this.#directory, fileName), content)
  }

  /** The names of all files, sorted, once they are written. */
  async written(): Promise<readonly string[]> {
    await this.#writing
    return [...this.#names].toSorted()
  }
}

/** A file name that stays in its folder. Names that had to change stay apart by their hash. */
function safeName(name: string): string {
  const plain = name
    .replaceAll(/[^A-Za-z0-9._-]/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 100)
  return plain === name && plain !== '' ? plain : `${plain}-${sha256(Buffer.from(name)).slice(0, 8)}`
}
