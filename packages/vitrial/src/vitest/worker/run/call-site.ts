const ownFolder = new URL('../../..', import.meta.url).pathname

/** The stack frames of whoever called this package, as lines of a stack, up to where the package called it. */
export function callSite(): readonly string[] {
  const holder: { stack?: string } = {}
  const limit = Error.stackTraceLimit
  // Enough to get past the frames of this package and of Vitest.
  Error.stackTraceLimit = 30
  Error.captureStackTrace(holder, callSite)
  Error.stackTraceLimit = limit
  const frames = holder.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  const called = frames.slice(frames.findIndex((frame) => !isOwn(frame)))
  const end = called.findIndex(isOwn)
  return end === -1 ? called : called.slice(0, end)
}

function isOwn(frame: string): boolean {
  return frame.includes(ownFolder)
}
