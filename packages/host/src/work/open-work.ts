/** Work that has begun and not ended, so that whoever closes can wait for it. */
export class OpenWork {
  readonly #open = new Set<Promise<unknown>>()

  get isEmpty(): boolean {
    return this.#open.size === 0
  }

  /** Waits for work, which is open until it has ended. */
  async track<T>(work: Promise<T>): Promise<T> {
    this.#open.add(work)
    try {
      return await work
    } finally {
      this.#open.delete(work)
    }
  }

  /** Resolves when what is open now has ended, in whatever way. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.#open)
  }
}
