import { CancelledError } from '@vitrial/core'

/** How long a harness may take to answer an abort before its processes are ended under it. */
const abortGraceMs = 10_000

/** A signal that aborts with the first of: the caller's cancel, the lost sandbox, a broken limit, the time limit. */
export interface RunLimits extends Disposable {
  readonly signal: AbortSignal
}

/**
 * Starts a run's clock.
 *
 * @param timeoutMs from now; then the signal aborts with a `TimeoutError`.
 */
export function startLimits(timeoutMs: number, ...others: readonly AbortSignal[]): RunLimits {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`The time limit of ${timeoutMs} ms is up.`, 'TimeoutError'))
  }, timeoutMs)
  return {
    signal: AbortSignal.any([controller.signal, ...others]),
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}

/** True if a signal aborted because the time was up. */
export function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError'
}

/** The cancellation behind an abort reason, whatever form it came in. */
export function cancellationOf(reason: unknown): CancelledError {
  return reason instanceof CancelledError ? reason : new CancelledError('Cancelled.', { cause: reason })
}

/**
 * Waits for work that should end by itself when the signal aborts, but no longer than a grace period
 * after that: a harness that ignores its signal must not hold a run open.
 *
 * @throws the abort reason if the grace period passes.
 */
export async function withinGrace<T>(
  work: Promise<T>,
  signal: AbortSignal,
  graceMs = abortGraceMs,
): Promise<T> {
  const settled = new AbortController()
  const deadline = abortedLongAgo(signal, graceMs, settled.signal)
  try {
    return await Promise.race([work, deadline.then((): Promise<T> => Promise.reject(signal.reason))])
  } finally {
    settled.abort()
    // Whatever comes of it later is nobody's: the run has already ended with the abort's reason.
    work.catch(() => undefined)
  }
}

/** Resolves when a signal has been aborted for some time; never, once `settled` is. */
async function abortedLongAgo(signal: AbortSignal, graceMs: number, settled: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true, signal: settled })
  })
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, graceMs)
    settled.addEventListener('abort', () => clearTimeout(timer), { once: true })
  })
}
