/** Waits for a promise, but not longer than that. Undefined if the time was up. */
export async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, milliseconds, undefined)
  })
  try {
    return await Promise.race([promise, timeUp])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves when the signal aborts; never rejects. Dispose it when it is no longer waited for. */
export function aborted(signal: AbortSignal): Disposable & { readonly promise: Promise<void> } {
  const ended = new AbortController()
  const promise = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true, signal: ended.signal })
  })
  return { promise, [Symbol.dispose]: () => ended.abort() }
}
