import type { Vitest } from 'vitest/node'

/** Vitest's own that print each failure in full, for a person. */
const tellingReporters: ReadonlySet<unknown> = new Set([
  'default',
  'verbose',
  'tree',
  'dot',
  'minimal',
  'agent',
])

/** True if a person reads each failure of this run. Nothing is known of a reporter that is not Vitest's own. */
export function tellsFailures({ reporters }: Pick<Vitest['config'], 'reporters'>): boolean {
  return reporters.some((reporter) => Array.isArray(reporter) && tellingReporters.has(reporter[0]))
}
