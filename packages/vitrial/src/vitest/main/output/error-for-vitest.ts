import { inspect } from 'node:util'
import { VitrialError } from '@vitrial/core/errors'
import { printableLines } from '@vitrial/core/text'
import colors from 'picocolors'
import { describeError, describeLocation } from '../../../terminal/describe-error.ts'

/**
 * A `VitrialError` in a form that Vitest prints as code, place and message: no stack and no properties,
 * because it is about a person's files and not about code. Anything else comes back as it is, but printable.
 */
export function errorForVitest(thrown: unknown): unknown {
  if (thrown instanceof VitrialError) return new ShownError(thrown)
  if (thrown instanceof Error) {
    const { message, stack } = thrown
    thrown.message = printableLines(message)
    if (stack !== undefined) thrown.stack = printableLines(stack)
  }
  return thrown
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
    return describeError(this.#error, colors)
  }
}
