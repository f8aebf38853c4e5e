/** Keeps the beginning of a body, up to a limit. */
export class KeptText {
  readonly #limitBytes: number
  readonly #allow: (bytes: number) => number
  readonly #chunks: Uint8Array[] = []
  #isTruncated = false
  #bytes = 0

  /** @param allow says how many of so many bytes there is room for beside everything else that is kept. */
  constructor(limitBytes: number, allow: (bytes: number) => number) {
    this.#limitBytes = limitBytes
    this.#allow = allow
  }

  /** True once something was left out. */
  get isTruncated(): boolean {
    return this.#isTruncated
  }

  append(bytes: Uint8Array): void {
    if (this.#isTruncated) return
    const allowed = this.#allow(Math.min(bytes.byteLength, this.#limitBytes - this.#bytes))
    this.#bytes += allowed
    if (allowed > 0) this.#chunks.push(bytes.subarray(0, allowed))
    this.#isTruncated = allowed < bytes.byteLength
  }

  toString(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}
