/**
 * What became of a check. `unknown`: it could not be looked at, or nothing needs it; it makes no difference.
 */
export type CheckState = 'ok' | 'no' | 'unknown'

/** One thing that a benchmark needs of this machine. */
export interface Check {
  /** What was looked at, for programs; stable. */
  readonly id: 'node' | 'engine' | 'image' | 'opencode' | 'keys' | 'disk' | 'benchmark' | 'results'
  readonly state: CheckState
  /** What was found. */
  readonly text: string
  /** A command or an advice, where something is to be done. */
  readonly fix?: string
}

/** True if nothing that is needed is missing. */
export function isReady(checks: readonly Check[]): boolean {
  return checks.every(({ state }) => state !== 'no')
}
