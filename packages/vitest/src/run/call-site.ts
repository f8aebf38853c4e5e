const ownFolder = new URL('..', import.meta.url).pathname

/** The stack frames of whoever called this function, as lines of a stack, without those of this package. */
export function callSite(called: (...parameters: never[]) => unknown): readonly string[] {
  const holder: { stack?: string } = {}
  Error.captureStackTrace(holder, called)
  const lines = holder.stack?.split('\n') ?? []
  return lines.filter((line) => line.startsWith('    at ') && !line.includes(ownFolder))
}
