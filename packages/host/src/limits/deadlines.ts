/** A signal that aborts in time, unless its time is started anew or it is disposed before. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal
  /** Gives it its whole time again. */
  readonly restart: () => void
}

/** Starts a deadline that aborts with this reason. */
export function startDeadline(milliseconds: number, reason: Error): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(reason), milliseconds)
  return {
    signal: controller.signal,
    restart: () => void timer.refresh(),
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}

/** A signal that aborts some time after another one did, with its reason. */
export function deadlineAfter(
  signal: AbortSignal,
  milliseconds: number,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const disposed = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const start = (): void => {
    timer = setTimeout(() => controller.abort(signal.reason), milliseconds)
  }
  if (signal.aborted) start()
  else signal.addEventListener('abort', start, { once: true, signal: disposed.signal })
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer)
      disposed.abort()
    },
  }
}
