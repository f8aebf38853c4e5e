/** Content by its sha-256. Putting the same content twice keeps it once. */
export interface ObjectStore {
  /** Returns the content's hash, durable when it resolves. */
  put(content: Uint8Array): Promise<string>
  /** Throws a {@link StoreError} if it is missing or no longer matches its hash. */
  get(hash: string): Promise<Uint8Array>
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
