import { InterruptedError } from './interrupted-error.ts'
import { exitCodes } from './exit-codes.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** How long a command may take to end what it does. */
const deadlineMs = 8_000

/** Aborts a signal when the person interrupts; the second time, or after a while, the process exits at once. */
export class Interruption implements Disposable {
  readonly #controller = new AbortController()
  readonly #stop = (name: NodeJS.Signals): void => {
    if (this.signal.aborted) process.exit(exitCodes.interrupted)
    setTimeout(() => process.exit(exitCodes.interrupted), deadlineMs).unref()
    this.#controller.abort(new InterruptedError(name))
  }

  constructor() {
    for (const name of signals) process.on(name, this.#stop)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  [Symbol.dispose](): void {
    for (const name of signals) process.off(name, this.#stop)
  }
}
