import pc from 'picocolors'
import type { Colors } from './colors.ts'

/** Colours for a stream: if it is a terminal and `NO_COLOR` is not set, or if `FORCE_COLOR` is. */
export function colorsOf(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): Colors {
  if (environment['NO_COLOR']) return pc.createColors(false)
  if (environment['FORCE_COLOR']) return pc.createColors(environment['FORCE_COLOR'] !== '0')
  return pc.createColors(stream.isTTY === true && environment['TERM'] !== 'dumb')
}
