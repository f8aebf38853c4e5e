import { relative } from 'node:path'
import { inspect } from 'node:util'
import { BenchmarkError, VitrialError, type ErrorRecord, type SourceLocation } from '@vitrial/core'
import colors from 'picocolors'

/**
 * A `VitrialError` in a form that Vitest prints as code, place and message: no stack and no properties,
 * because it is about a person's files and not about code. Anything else comes back as it is.
 */
export function errorForVitest(thrown: unknown): unknown {
  return thrown instanceof VitrialError ? new ShownError(thrown) : thrown
}

/** An error as a person reads it before any work: code and place on one line, then what happened. */
export function describeError(error: VitrialError): string {
  const problems = error instanceof BenchmarkError ? error.problems : [error.toRecord()]
  return problems.map(describeProblem).join('\n\n')
}

function describeProblem({ code, message, location }: ErrorRecord): string {
  const place = location ? `  ${describeLocation(location)}` : ''
  return ` ${colors.red(code)}${place}\n ${message}`
}

/** Vitest prints an error by `inspect` before it has a config, later by name, message and stack. */
class ShownError extends Error {
  readonly #error: VitrialError

  constructor(error: VitrialError) {
    super(`${error.location ? `${describeLocation(error.location)}\n` : ''}${error.message}`)
    this.#error = error
    this.name = error.code
    this.stack = ''
  }

  [inspect.custom](): string {
    return describeError(this.#error)
  }
}

/** `evals/ask-dialect/judge.md:14` or `benchmark.ts: judge.model`, from the folder Vitest runs in. */
function describeLocation({ file, line, key }: SourceLocation): string {
  const path = relative(process.cwd(), file)
  const shown = path === '' || path.startsWith('..') ? file : path
  return `${shown}${line === undefined ? '' : `:${line}`}${key === undefined ? '' : `: ${key}`}`
}
