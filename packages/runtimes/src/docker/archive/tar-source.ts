/** Bytes that come in chunks, taken in the lengths that a reader wants. */
export class TarSource {
  readonly #chunks: AsyncIterator<Uint8Array>
  #chunk: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  /** So many bytes, together; undefined if there are none left. */
  async take(length: number): Promise<Buffer | undefined> {
    const parts: Buffer[] = []
    let missing = length
    while (missing > 0) {
      if (!(await this.#fill())) {
        if (missing === length) return undefined
        throw cutShort()
      }
      const part = this.#split(missing)
      parts.push(part)
      missing -= part.length
    }
    return parts.length === 1 ? parts[0] : Buffer.concat(parts)
  }

  /** Whatever is there, at least one byte and at most so many. */
  async some(most: number): Promise<Buffer> {
    if (!(await this.#fill())) throw cutShort()
    return this.#split(most)
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0;) left -= (await this.some(left)).length
  }

  #split(most: number): Buffer {
    const part = this.#chunk.subarray(0, most)
    this.#chunk = this.#chunk.subarray(part.length)
    return part
  }

  /** False at the end. */
  async #fill(): Promise<boolean> {
    while (this.#chunk.length === 0) {
      const next = await this.#chunks.next()
      if (next.done === true) return false
      this.#chunk = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
    }
    return true
  }
}

function cutShort(): Error {
  return new Error('The archive ends in the middle of an entry.')
}
