import type { Vitest } from 'vitest/node'

/** Reporters whose output another program reads. */
const machineReporters: ReadonlySet<unknown> = new Set(['json', 'junit', 'tap', 'tap-flat'])

/** Prints for a person: on stdout, or on stderr if stdout carries a report for a program. */
export function say(vitest: Vitest, text: string): void {
  const { reporters, outputFile } = vitest.config
  const isTaken = reporters.some((reporter) => Array.isArray(reporter) && machineReporters.has(reporter[0]))
  if (isTaken && outputFile === undefined) vitest.logger.error(text)
  else vitest.logger.log(text)
}
