import { errorTable, type SourceLocation, type VitrialError } from '@vitrial/core'

/**
 * Makes an error show where the fix goes, by a stack of one frame in a person's file, and its code, which
 * Vitest does not print. A failed metric says all in its message.
 */
export function pointedAt(error: VitrialError, { file, line = 1 }: SourceLocation): VitrialError {
  if (errorTable[error.code].stage !== 'assert') error.message += `\n\n  ${error.code}\n`
  error.stack = `${error.name}: ${error.message}\n    at ${file}:${line}:1`
  return error
}
