import { open, type FileHandle } from 'node:fs/promises'

const writeAfterMs = 100
const writeAfterCharacters = 65_536

/**
 * An append-only file of lines. Appending never waits: lines are written together, at most 100 ms later. The first
 * failure is told once and fails every later wait.
 */
export class LineLog {
  readonly path: string
  readonly #file: FileHandle
  readonly #onFailure: (cause: unknown) => void
  #pending: string[] = []
  #pendingCharacters = 0
  #timer: NodeJS.Timeout | undefined
  #writing = Promise.resolve()
  #lines = 0

  private constructor(path: string, file: FileHandle, onFailure: (cause: unknown) => void) {
    this.path = path
    this.#file = file
    this.#onFailure = onFailure
  }

  /** Opens a new file; throws if there is one. */
  static async create(path: string, onFailure: (cause: unknown) => void): Promise<LineLog> {
    return new LineLog(path, await open(path, 'ax'), onFailure)
  }

  /** How many lines were appended. */
  get lines(): number {
    return this.#lines
  }

  append(line: string): void {
    this.#lines += 1
    this.#pending.push(line, '\n')
    this.#pendingCharacters += line.length
    if (this.#pendingCharacters >= writeAfterCharacters) this.#startWriting()
    else this.#timer ??= setTimeout(() => this.#startWriting(), writeAfterMs)
  }

  /** Resolves when everything appended so far is in the file. */
  async write(): Promise<void> {
    this.#startWriting()
    await this.#writing
  }

  /** Resolves when everything appended so far is durable. */
  async sync(): Promise<void> {
    await this.write()
    await this.#file.datasync()
  }

  async close(): Promise<void> {
    try {
      await this.write()
    } finally {
      await this.#file.close()
    }
  }

  #startWriting(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending.length === 0) return
    const text = this.#pending.join('')
    this.#pending = []
    this.#pendingCharacters = 0
    this.#writing = this.#writing.then(() => this.#file.appendFile(text))
    this.#writing.catch(this.#onFailure)
  }
}
