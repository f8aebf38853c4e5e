import {
  MetricFailedError,
  MetricUndecidedError,
  type SourceLocation,
  type VitrialError,
} from '@vitrial/core/errors'

/**
 * Makes an error show where the fix goes, by a stack of one frame in a person's file below those of the
 * test that it was raised in, and its code, which Vitest does not print. A failed metric says all in its
 * message.
 */
export function pointedAt(
  error: VitrialError,
  location: SourceLocation | undefined,
  callSite: readonly string[] = [],
): VitrialError {
  const code = `\n\n  ${error.code}\n`
  const isOfMetric = error instanceof MetricFailedError || error instanceof MetricUndecidedError
  if (!isOfMetric && !error.message.endsWith(code)) error.message += code
  const frames = location ? [...callSite, `    at ${location.file}:${location.line ?? 1}:1`] : callSite
  error.stack = [`${error.name}: ${error.message}`, ...frames].join('\n')
  return error
}
