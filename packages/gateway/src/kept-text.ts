/** Keeps the beginning of a body, up to a limit. */
export class KeptText {
  readonly #limitBytes: number
  readonly #chunks: Uint8Array[] = []
  #bytes = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  /** True once something was left out. */
  get isTruncated(): boolean {
    return this.#bytes > this.#limitBytes
  }

  append(bytes: Uint8Array): void {
    const room = this.#limitBytes - this.#bytes
    this.#bytes += bytes.byteLength
    if (room > 0) this.#chunks.push(bytes.subarray(0, room))
  }

  toString(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}
