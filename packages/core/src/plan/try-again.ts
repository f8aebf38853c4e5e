/** A failure is tried again by one of these: `retry` executes the trial anew, `rejudge` only has it judged. */
export type TryAgainCommand = 'retry' | 'rejudge'

/** The options that make a command mean a benchmark as this process reads it. */
export interface BenchmarkArguments {
  /** Its folder as a person here would write it; absent if that is the working directory. */
  readonly benchmark?: string
  /** The runtime, where it is not the benchmark's own. */
  readonly runtime?: string
}

/** Which trials are to be tried again, and how. */
export interface TryAgain {
  readonly command: TryAgainCommand
  readonly evalId: string
  /** @default every model */
  readonly model?: string
  /** @default every repetition */
  readonly repetition?: number
  /** @default a benchmark in the working directory, on its own runtime */
  readonly commandArguments?: BenchmarkArguments
}

/**
 * Writes the command line that tries failed trials again, to be copied as it is.
 *
 * @example tryAgainCommand({ command: 'retry', evalId: 'ask' }) // npx vitrial retry --only-eval ask
 */
export function tryAgainCommand({
  command,
  evalId,
  model,
  repetition,
  commandArguments = {},
}: TryAgain): string {
  const { benchmark, runtime } = commandArguments
  const options: readonly (readonly [name: string, value: string | number | undefined])[] = [
    ['--benchmark', benchmark],
    ['--runtime', runtime],
    ['--only-eval', evalId],
    ['--only-model', model],
    ['--only-repetition', repetition],
  ]
  const words = options.flatMap(([name, value]) =>
    value === undefined ? [] : [name, shellWord(String(value))],
  )
  return ['npx vitrial', command, ...words].join(' ')
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./#-]+$/.test(text) ? text : `"${text.replaceAll(/(["$`\\])/g, String.raw`\$1`)}"`
}
