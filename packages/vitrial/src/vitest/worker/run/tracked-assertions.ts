import type { VitrialError } from '@vitrial/core/errors'
import { TrackedPromise } from './tracked-promise.ts'

/** What one test has asserted of its run, whatever became of the promises. */
export class TrackedAssertions {
  readonly #tracked: TrackedPromise<unknown>[] = []
  readonly #misuses: VitrialError[] = []

  /** Keeps an assertion in sight: the test does not end before it, and fails by it if nobody awaits it. */
  track<T>(assertion: Promise<T>): Promise<T> {
    const tracked = new TrackedPromise(assertion)
    this.#tracked.push(tracked)
    return tracked
  }

  /** Fails the test that has the run, whichever test Vitest takes for the current one. */
  reportMisuse(error: VitrialError): void {
    this.#misuses.push(error)
  }

  /** Waits for all assertions, those made meanwhile too, and gives what their own test has not seen of them. */
  async unseenErrors(): Promise<readonly unknown[]> {
    const unseen: unknown[] = []
    // The list may grow while it is waited for.
    for (const tracked of this.#tracked) {
      // oxlint-disable-next-line no-await-in-loop
      const outcome = await tracked.outcome()
      if (outcome.status === 'rejected' && !tracked.isAwaited) unseen.push(notAwaited(outcome.reason))
    }
    return [...this.#misuses, ...unseen]
  }
}

function notAwaited(reason: unknown): unknown {
  if (!(reason instanceof Error)) return reason
  const { message, stack } = reason
  reason.message += '\n\n  Nobody awaited this: write `await` before it.\n'
  // Some reporters show the stack, which begins with the message.
  if (stack !== undefined) reason.stack = stack.replace(message, () => reason.message)
  return reason
}
