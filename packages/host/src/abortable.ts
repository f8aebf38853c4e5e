/** Waits for shared work on behalf of one asker, who may stop waiting without ending the work. */
export async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return await work
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  return await Promise.race([work, stopped.then((): Promise<T> => Promise.reject(signal.reason))])
}
