import type { Command } from 'commander'
import type { Colors } from '../../terminal/colors.ts'

/** What a command's work is given. */
export interface CommandContext {
  /** Aborts when the person interrupts. */
  readonly signal: AbortSignal
  readonly environment: Record<string, string | undefined>
  /** Tells the person something that is not the answer: it goes to stderr. */
  readonly notice: (line: string) => void
  /** For the answer's text. */
  readonly colors: Colors
  /** Columns of the terminal. */
  readonly width: number
  /** What stands on the command line beside the options. */
  readonly operands: readonly string[]
  /** Writes a part of an answer that is too long to be held; resolves when it is taken. */
  readonly write: (text: string) => Promise<void>
}

/** What a command found out or did. */
export interface CommandAnswer {
  /** For a person. */
  readonly text: string
  /** For a program: what `--json` prints. */
  readonly json: object
  /** True if the answer is no: exit code 1. @default false */
  readonly isNo?: boolean
}

/** The command has written its answer itself. */
export interface WrittenAnswer {
  readonly exitCode: number
}

/** Does a command's work. Throws what kept it from an answer. */
export type CommandWork<Options> = (
  options: Options,
  context: CommandContext,
) => Promise<CommandAnswer | WrittenAnswer>

/** Makes work the action of a command: prints its answer, and keeps its exit code. */
export type Attach = <Options>(command: Command, work: CommandWork<Options>) => Command
