import type { Vitest } from 'vitest/node'

/** Reporters whose output another program reads. */
const machineReporters = ['json', 'junit', 'tap', 'tap-flat'] as const

/** Prints for a person: on stdout, or on stderr if stdout carries a report for a program. */
export function say(vitest: Vitest, text: string): void {
  if (isStdoutTaken(vitest.config)) vitest.logger.error(text)
  else vitest.logger.log(text)
}

function isStdoutTaken({ reporters, outputFile }: Vitest['config']): boolean {
  if (typeof outputFile === 'string') return false
  return machineReporters.some(
    (name) =>
      outputFile?.[name] === undefined &&
      reporters.some((reporter) => Array.isArray(reporter) && reporter[0] === name),
  )
}
