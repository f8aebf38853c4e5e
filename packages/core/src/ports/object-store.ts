/**
 * Content by its sha-256. Putting the same content twice keeps it once.
 *
 * @example
 * ```ts
 * // Keeps objects in memory.
 * function memoryObjects(hashOf: (whole: Uint8Array) => string): ObjectStore {
 *   const objects = new Map<string, Uint8Array>()
 *   const get = async (hash: string): Promise<Uint8Array> => {
 *     const whole = objects.get(hash)
 *     if (whole !== undefined) return whole
 *     throw new StoreError('VITRIAL_OBJECT_MISSING', `There is no object ${hash}.`)
 *   }
 *   return {
 *     async put(content) {
 *       const whole = content instanceof Uint8Array ? content : await wholeOf(content)
 *       objects.set(hashOf(whole), whole)
 *       return hashOf(whole)
 *     },
 *     get,
 *     async *read(hash) {
 *       yield await get(hash)
 *     },
 *   }
 * }
 * ```
 */
export interface ObjectStore {
  /**
   * Returns the content's hash, durable when it resolves. Pieces are never held together, and what is zeros in them takes
   * no room; if their source fails nothing is kept, and its error is thrown.
   */
  put(content: Uint8Array | AsyncIterable<Uint8Array>): Promise<string>
  /** The whole, in memory: for what is known to be small. Throws as {@link ObjectStore.read} does. */
  get(hash: string): Promise<Uint8Array>
  /**
   * The content in pieces. Whether it matches its hash is known at the end only: whoever reads all of it has checked it.
   * Throws a {@link StoreError} if it is missing or no longer matches its hash.
   */
  read(hash: string): AsyncIterable<Uint8Array>
}

/** An object store is to be freed of what nothing refers to. */
export interface ObjectSweep {
  /** Whether an object is still needed. */
  readonly isReferenced: (hash: string) => boolean
  /** Only counts if false. */
  readonly isDeleting: boolean
}

/** A sweep found this, or removed it. */
export interface SweptObjects {
  /** Objects that nothing refers to. */
  readonly objects: number
  /** Files that were being written when their process died. */
  readonly temporary: number
  readonly sizeBytes: number
}
