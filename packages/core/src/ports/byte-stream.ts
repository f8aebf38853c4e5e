/**
 * A two-way byte pipe with backpressure. Reading it to the end leaves this side open, so that an answer can still
 * be sent; leaving the loop early closes nothing. In Node it is a `Duplex` (which a server can be handed as a
 * connection) whose iterator has been made to behave so; implementations outside Node provide these members.
 *
 * @example
 * ```ts
 * // Says one thing to whoever reads it, and listens to nothing.
 * function saying(bytes: Uint8Array): ByteStream {
 *   const events = new EventTarget()
 *   return {
 *     write: () => true,
 *     end: () => undefined,
 *     destroy: () => events.dispatchEvent(new Event('close')),
 *     once: (event, listener) => events.addEventListener(event, listener, { once: true }),
 *     async *[Symbol.asyncIterator]() {
 *       yield bytes
 *     },
 *   }
 * }
 * ```
 */
export interface ByteStream extends AsyncIterable<Uint8Array> {
  /** Returns false when the writer should wait for `drain`. */
  write(chunk: Uint8Array): boolean
  /** Ends this side; the other side may still send. */
  end(): unknown
  /** Closes both sides at once. */
  destroy(error?: Error): unknown
  /** Calls the listener once: when both sides are closed, or when there is room to write again. */
  once(event: 'close' | 'drain', listener: () => void): unknown
}
