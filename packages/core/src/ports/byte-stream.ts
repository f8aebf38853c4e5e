/**
 * A two-way byte pipe with backpressure. Every Node `Duplex` is one; implementations outside Node
 * provide these members.
 */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  /** Returns false when the writer should wait for `drain`. */
  write(chunk: Uint8Array): boolean
  /** Ends this side; the other side may still send. */
  end(): unknown
  /** Closes both sides at once. */
  destroy(error?: Error): unknown
  once(event: 'close' | 'drain', listener: () => void): unknown
}
