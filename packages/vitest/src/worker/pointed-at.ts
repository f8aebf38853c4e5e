import type { SourceLocation, VitrialError } from '@vitrial/core'

/** Gives an error a stack of one frame, in a person's file: where the fix goes, not where it was thrown. */
export function pointedAt(error: VitrialError, { file, line = 1 }: SourceLocation): VitrialError {
  error.stack = `${error.name}: ${error.message}\n    at ${file}:${line}:1`
  return error
}
