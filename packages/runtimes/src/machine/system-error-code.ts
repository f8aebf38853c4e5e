/**
 * The code of an error of the operating system, such as `ENOENT`; undefined for anything else. Core has the same, which the
 * guardian must not load.
 */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
