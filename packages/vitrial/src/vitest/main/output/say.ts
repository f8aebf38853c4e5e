import pc from 'picocolors'
import type { Vitest } from 'vitest/node'
import { vitestMajor } from './vitest-major.ts'
import { shownText } from '../../../terminal/shown-text.ts'

/** Reporters whose output another program reads. */
const machineReporters = ['json', 'junit', 'tap', 'tap-flat'] as const

/** Those that since Vitest 5 print only if their option `stdout` says so. */
const filedReporters: ReadonlySet<string> = new Set(['json', 'junit'])

/** Prints for a person: on stdout, or on stderr if stdout carries a report for a program. */
export function say(vitest: Vitest, text: string): void {
  if (machineReporters.some((name) => printsToStdout(vitest.config, name))) complain(vitest, text)
  else vitest.logger.log(shownText(text, pc.isColorSupported))
}

/** Prints what went wrong: on stderr. */
export function complain({ logger }: Vitest, text: string): void {
  logger.error(shownText(text, pc.isColorSupported))
}

type MachineReporter = (typeof machineReporters)[number]

function printsToStdout({ reporters, outputFile }: Vitest['config'], name: MachineReporter): boolean {
  const isFiled = typeof outputFile === 'string' || outputFile?.[name] !== undefined
  return reporters.some((reporter) => {
    if (!Array.isArray(reporter) || reporter[0] !== name || isFiled) return false
    const options: unknown = reporter[1]
    const wantsStdout = typeof options === 'object' && options !== null && 'stdout' in options
    return vitestMajor() < 5 || !filedReporters.has(name) || (wantsStdout && options.stdout === true)
  })
}
