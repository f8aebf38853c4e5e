/** Content by its sha-256. Putting the same content twice keeps it once. */
export interface ObjectStore {
  /** Returns the content's hash, durable when it resolves. */
  put(content: Uint8Array): Promise<string>
  /** Throws a {@link StoreError} if it is missing or no longer matches its hash. */
  get(hash: string): Promise<Uint8Array>
}
