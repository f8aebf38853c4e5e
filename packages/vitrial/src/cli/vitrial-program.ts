import { Command } from 'commander'
import type { Attach } from './command-work.ts'
import { addModelsCommand } from './add-models-command.ts'
import { doctorCommand } from './doctor-command.ts'
import { exportCommand } from './export-command.ts'
import { gcCommand } from './gc-command.ts'
import { imageCommand } from './image-command.ts'
import { mergeCommand } from './merge-command.ts'
import { planCommand } from './plan-command.ts'
import { rejudgeCommand } from './rejudge-command.ts'
import { removeModelsCommand } from './remove-models-command.ts'
import { retryCommand } from './retry-command.ts'
import { runCommand } from './run-command.ts'
import { scoresCommand } from './scores-command.ts'
import { snapshotCommand } from './snapshot-command.ts'
import { verifyCommand } from './verify-command.ts'

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
