/** Content by its sha-256. Putting the same content twice keeps it once. */
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

/** What an object store is to be freed of. */
export interface ObjectSweep {
  /** Whether an object is still needed. */
  readonly isReferenced: (hash: string) => boolean
  /** Only counts if false. */
  readonly isDeleting: boolean
}

/** What a sweep found, or removed. */
export interface SweptObjects {
  /** Objects that nothing refers to. */
  readonly objects: number
  /** Files that were being written when their process died. */
  readonly temporary: number
  readonly sizeBytes: number
}
