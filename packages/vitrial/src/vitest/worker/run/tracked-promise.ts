/**
 * A promise that knows whether anybody waits for it. What nobody waits for does not become an unhandled
 * rejection: whoever made it asks how it ended.
 */
export class TrackedPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Promise'
  readonly #promise: Promise<T>
  #isAwaited = false

  constructor(promise: Promise<T>) {
    this.#promise = promise
    promise.catch(() => undefined)
  }

  get isAwaited(): boolean {
    return this.#isAwaited
  }

  /** How it ended; looking does not count as waiting. */
  async outcome(): Promise<PromiseSettledResult<T>> {
    const [outcome] = await Promise.allSettled([this.#promise])
    return outcome
  }

  // oxlint-disable-next-line unicorn/no-thenable -- being awaited is what it is for
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#isAwaited = true
    return this.#promise.then(onFulfilled, onRejected)
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    this.#isAwaited = true
    return this.#promise.finally(onFinally)
  }
}
