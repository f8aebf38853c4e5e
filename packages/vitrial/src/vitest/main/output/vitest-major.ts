import { version } from 'vitest/node'

/** Which Vitest this is: 4 or later. */
export function vitestMajor(): number {
  return Number.parseInt(version, 10)
}
