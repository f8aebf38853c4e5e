import { Readable } from 'node:stream'

/** Beyond this a program that nobody reads is held up. */
const fullBytes = 1_048_576
/** Beyond this, output that nobody reads is dropped where a program cannot be held up any more. */
const droppedBytes = 16 * fullBytes

/** One output of a program, as far as it has come. */
export class OutputStream extends Readable {
  readonly #onRead: () => void
  #isFull = false

  constructor(onRead: () => void) {
    super({ highWaterMark: fullBytes })
    this.#onRead = onRead
    // An output that nobody reads must not end the host.
    this.on('error', () => {})
    Object.defineProperty(this, Symbol.asyncIterator, {
      value: (): AsyncIterator<Uint8Array> => this.iterator({ destroyOnReturn: false }),
    })
  }

  /** Whether it has all that it should hold until someone reads. */
  get isFull(): boolean {
    return this.#isFull && !this.destroyed
  }

  add(part: Buffer): void {
    if (this.destroyed || this.readableLength >= droppedBytes) return
    this.#isFull = !this.push(part)
  }

  end(): void {
    if (!this.destroyed) this.push(null)
  }

  override _read(): void {
    this.#isFull = false
    this.#onRead()
  }
}
