const ownFolder = new URL('..', import.meta.url).pathname

/** The stack frames of whoever called this package, as lines of a stack. */
export function callSite(): readonly string[] {
  const holder: { stack?: string } = {}
  const limit = Error.stackTraceLimit
  // Enough to get past the frames of this package and of Vitest.
  Error.stackTraceLimit = 30
  Error.captureStackTrace(holder, callSite)
  Error.stackTraceLimit = limit
  const lines = holder.stack?.split('\n') ?? []
  return lines.filter((line) => line.startsWith('    at ') && !line.includes(ownFolder))
}
