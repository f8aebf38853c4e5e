import { errorTable, type SourceLocation, type VitrialError } from '@vitrial/core'

/**
 * Makes an error show where the fix goes, by a stack of one frame in a person's file below those of the
 * test that it was raised in, and its code, which Vitest does not print. A failed metric says all in its
 * message.
 */
export function pointedAt(
  error: VitrialError,
  { file, line = 1 }: SourceLocation,
  callSite: readonly string[] = [],
): VitrialError {
  const code = `\n\n  ${error.code}\n`
  if (errorTable[error.code].stage !== 'assert' && !error.message.endsWith(code)) error.message += code
  error.stack = [`${error.name}: ${error.message}`, ...callSite, `    at ${file}:${line}:1`].join('\n')
  return error
}
