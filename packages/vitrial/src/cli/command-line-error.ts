import { BenchmarkError } from '@vitrial/core/errors'
import type { CommanderError } from 'commander'

/** The command line cannot be understood. */
export class CommandLineError extends BenchmarkError {
  override readonly name = 'CommandLineError'

  /** From the command library's own error, whose text names the nearest word. */
  static of(thrown: CommanderError, argv: readonly string[]): CommandLineError {
    const isEmpty = thrown.code === 'commander.help'
    const said = isEmpty ? 'No command is named.' : sentence(thrown.message)
    const [first = ''] = argv
    const isAboutCommand = isEmpty || thrown.code === 'commander.unknownCommand' || first.startsWith('-')
    const help = isAboutCommand ? 'vitrial --help' : `vitrial ${first} --help`
    return new CommandLineError('VITRIAL_COMMAND_LINE', `${said} "npx ${help}" lists what there is.`, {
      cause: thrown,
    })
  }
}

/** `error: unknown command 'imgae'\n(Did you mean image?)` as sentences, with the quotes of all our messages. */
function sentence(message: string): string {
  const [what = '', hint] = message
    .replace(/^error: /, '')
    .replaceAll("'", '"')
    .split('\n')
  const first = `${what.charAt(0).toUpperCase()}${what.slice(1)}${what.endsWith('.') ? '' : '.'}`
  return hint === undefined ? first : `${first} ${hint.replace(/^\((.*)\)$/, '$1')}`
}
