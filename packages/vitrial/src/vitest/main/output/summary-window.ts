import type { Vitest } from 'vitest/node'

/** What draws Vitest's live window: the default and the verbose reporter have one, on a terminal only. */
interface WindowOwner {
  createSummary: () => string[]
}

/**
 * Adds lines to the window that Vitest's own reporter keeps drawn at the end of the output. Undefined if
 * there is none: without a terminal, or with another reporter.
 */
export function addToSummaryWindow(vitest: Vitest, lines: () => readonly string[]): Disposable | undefined {
  const owner = windowOwner(vitest)
  if (!owner) return undefined
  const original = owner.createSummary
  owner.createSummary = () => {
    const added = lines()
    // Vitest's own lines begin and end with an empty one.
    return added.length === 0 ? original.call(owner) : ['', ...added, ...original.call(owner)]
  }
  return {
    [Symbol.dispose]() {
      owner.createSummary = original
    },
  }
}

/** Vitest names no way to this: where it looks different, there is no window to add to. */
function windowOwner(vitest: Vitest): WindowOwner | undefined {
  const reporters: unknown = 'reporters' in vitest ? vitest.reporters : undefined
  if (!Array.isArray(reporters)) return undefined
  return reporters
    .map((reporter: unknown) => (isObject(reporter) && 'summary' in reporter ? reporter.summary : undefined))
    .find(isWindowOwner)
}

function isWindowOwner(value: unknown): value is WindowOwner {
  return isObject(value) && 'createSummary' in value && typeof value.createSummary === 'function'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
