import { CommanderError } from 'commander'
import { errorMessage, VitrialError } from '@vitrial/core/errors'
import { printableJson } from '@vitrial/core/text'
import { ownVersion } from '../composition/own-version.ts'
import { describeError } from '../terminal/describe-error.ts'
import { shownText } from '../terminal/shown-text.ts'
import { colorsOf } from '../terminal/colors-of.ts'
import { CommandLineError } from './command-line-error.ts'
import type { Attach } from './frame/command-work.ts'
import { exitCodes } from './frame/exit-codes.ts'
import { Interruption } from './frame/interruption.ts'
import { Output, OutputError, ReaderGoneError } from './frame/output.ts'
import { vitrialProgram } from './vitrial-program.ts'

/** Where a command line reads from and writes to. */
export interface CommandLineSurroundings {
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  readonly environment: Record<string, string | undefined>
}

interface Printing {
  readonly out: Output
  readonly err: Output
  readonly surroundings: CommandLineSurroundings
}

/**
 * Runs one command line and says its exit code, once all it printed is written. stdout gets the answer and
 * nothing else.
 */
export async function runCommandLine(
  argv: readonly string[],
  surroundings: CommandLineSurroundings,
): Promise<number> {
  const out = new Output(surroundings.stdout)
  const err = new Output(surroundings.stderr)
  const exitCode = await runProgram(argv, { out, err, surroundings })
  try {
    await out.written()
    await err.written().catch(unlessReaderGone)
    return exitCode
  } catch (thrown) {
    if (thrown instanceof ReaderGoneError) return exitCodes.readerGone
    const colors = colorsOf(surroundings.stderr, surroundings.environment)
    err.print(`${shownText(textOf(thrown, colors), colors.isColorSupported)}\n`)
    await err.written().catch(() => undefined)
    return exitCodes.failed
  }
}

async function runProgram(argv: readonly string[], printing: Printing): Promise<number> {
  const { out, err, surroundings } = printing
  const { stdout, stderr, environment } = surroundings
  using interruption = new Interruption()
  const { signal } = interruption
  const isJson = argv.includes('--json')
  const complain = (text: string): void =>
    err.print(`${shownText(text, colorsOf(stderr, environment).isColorSupported)}\n`)
  let exitCode: number = exitCodes.fine

  const attach: Attach = (command, work) =>
    command.option('--json', 'print the answer as JSON').action(async () => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library knows options by name only
      const options = command.opts() as Parameters<typeof work>[0]
      const colors = colorsOf(stdout, environment)
      const answer = await work(options, {
        signal,
        environment,
        notice: complain,
        colors,
        width: stdout.columns ?? 100,
        operands: command.args,
        write: (text) => out.write(text),
      })
      if ('exitCode' in answer) {
        ;({ exitCode } = answer)
        return
      }
      const { text, json } = answer
      out.print(`${isJson ? printableJson(json, 2) : shownText(text, colors.isColorSupported)}\n`)
      if (answer.isNo === true) exitCode = exitCodes.no
    })
  const program = vitrialProgram({ version: ownVersion(), attach, print: (text) => out.print(text) })

  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (thrown) {
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return exitCodes.fine
    if (signal.aborted) {
      err.print('Interrupted.\n')
      return exitCodes.interrupted
    }
    // Told at the end, as that of any output.
    if (thrown instanceof OutputError) return exitCodes.failed
    if (thrown instanceof ReaderGoneError) return exitCodes.readerGone
    const error = thrown instanceof CommanderError ? CommandLineError.of(thrown, argv) : thrown
    if (isJson) out.print(`${printableJson({ error: recordOf(error) }, 2)}\n`)
    else complain(textOf(error, colorsOf(stderr, environment)))
    return exitCodes.failed
  }
}

/** Work is not given up because nobody follows it: only the answer is worth a word. */
function unlessReaderGone(thrown: unknown): void {
  if (!(thrown instanceof ReaderGoneError)) throw thrown
}

function textOf(error: unknown, colors: ReturnType<typeof colorsOf>): string {
  if (error instanceof VitrialError) return describeError(error, colors)
  // A fault of ours: where it happened is all there is to go by.
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function recordOf(error: unknown): object {
  return error instanceof VitrialError ? error.toRecord() : { message: errorMessage(error) }
}
