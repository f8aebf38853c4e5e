import { setTimeout as delay } from 'node:timers/promises'

/** Work of less than this in all is worth no rest. */
const workMs = 5
/** Rest for each part of work. */
const restPerWork = 3

/**
 * Lets whoever reads what a sandbox gives work for a quarter of the time at most, so that the host has time for
 * everybody else however much comes; the sandbox has to wait meanwhile. Nobody waits where little comes.
 */
export class Pace {
  #owedMs = 0

  /** Does a piece of work, and rests for it. */
  async work(piece: () => void): Promise<void> {
    const begun = performance.now()
    try {
      piece()
    } finally {
      this.#owedMs += performance.now() - begun
    }
    if (this.#owedMs < workMs) return
    const restMs = this.#owedMs * restPerWork
    this.#owedMs = 0
    await delay(restMs)
  }
}
