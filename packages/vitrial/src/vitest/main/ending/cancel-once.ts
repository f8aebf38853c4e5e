import type { Vitest } from 'vitest/node'

/**
 * Lets a run be cancelled once: who cancels it again waits with the first. Vitest answers a second cancel
 * by killing the workers, with all their results, and two tests that fail together under `--bail` are enough.
 */
export function cancelOnce(vitest: Vitest): Disposable {
  const original = vitest.cancelCurrentRun.bind(vitest)
  let cancelling: Promise<void> | undefined
  vitest.cancelCurrentRun = (reason) => {
    cancelling ??= original(reason).finally(() => {
      cancelling = undefined
    })
    return cancelling
  }
  return {
    [Symbol.dispose]() {
      vitest.cancelCurrentRun = original
    },
  }
}
