import { Command } from 'commander'
import type { Attach } from './frame/command-work.ts'
import { addModelsCommand } from './commands/add-models-command.ts'
import { doctorCommand } from './commands/doctor-command.ts'
import { exportCommand } from './commands/export-command.ts'
import { gcCommand } from './commands/gc-command.ts'
import { imageCommand } from './commands/image-command.ts'
import { mergeCommand } from './commands/merge-command.ts'
import { planCommand } from './commands/plan-command.ts'
import { rejudgeCommand } from './commands/rejudge-command.ts'
import { removeModelsCommand } from './commands/remove-models-command.ts'
import { retryCommand } from './commands/retry-command.ts'
import { runCommand } from './commands/run-command.ts'
import { scoresCommand } from './commands/scores-command.ts'
import { snapshotCommand } from './commands/snapshot-command.ts'
import { verifyCommand } from './commands/verify-command.ts'

export interface ProgramOptions {
  readonly version: string
  readonly attach: Attach
  /** Takes help and the version. */
  readonly print: (text: string) => void
}

/** The `vitrial` command with all its subcommands. It parses and never exits. */
export function vitrialProgram({ version, attach, print }: ProgramOptions): Command {
  const program = new Command('vitrial')
    .description('What a test runner does not do, around evals that run in Vitest.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', '\nEvals themselves run by: npx vitest run --project evals')
  const commands = [
    planCommand,
    scoresCommand,
    runCommand,
    retryCommand,
    rejudgeCommand,
    addModelsCommand,
    removeModelsCommand,
    snapshotCommand,
    mergeCommand,
    verifyCommand,
    exportCommand,
    gcCommand,
    imageCommand,
    doctorCommand,
  ].map((create) => create(attach))
  for (const command of commands) program.addCommand(command)
  for (const command of [program, ...commands]) {
    // Errors come out of `parseAsync`, to be printed like all others.
    command.exitOverride().configureOutput({ writeOut: print, writeErr: () => {}, outputError: () => {} })
    command.helpOption('-h, --help', 'print this help')
  }
  return program.helpCommand(false)
}
