/** Follows whether a provider says anything: its signal aborts when it has been silent for too long. */
export class Silence implements Disposable {
  readonly #limitMs: number
  readonly #controller = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #leftMs: number
  #runningSinceMs = 0

  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.#leftMs = limitMs
    this.resume()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** It said something. */
  break(): void {
    this.#leftMs = this.#limitMs
    if (this.#timer) this.resume()
  }

  /** Somebody else is waited for, as an agent that reads slowly. */
  pause(): void {
    if (!this.#timer) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#leftMs -= performance.now() - this.#runningSinceMs
  }

  resume(): void {
    clearTimeout(this.#timer)
    this.#runningSinceMs = performance.now()
    const error = new DOMException(`Nothing came for ${this.#limitMs} ms.`, 'TimeoutError')
    this.#timer = setTimeout(() => this.#controller.abort(error), Math.max(0, this.#leftMs))
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
