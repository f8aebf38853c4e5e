import type { PassRule } from '../schemas/pass-rule.ts'

/**
 * An eval's settings as a person writes them in `eval.ts`: those that work in this version. What is absent is as in the
 * benchmark.
 *
 * @example export default { candidate: { timeoutMs: 120_000 } } satisfies Eval
 */
export interface Eval {
  /** What is different about this eval's candidate. */
  readonly candidate?:
    | {
        /** How long a trial may take, in milliseconds; at most 12 hours. */
        readonly timeoutMs?: number | undefined
      }
    | undefined
  /** What makes a test of this eval green. */
  readonly pass?: PassRule | undefined
  /** Names of folders left out of the workspace's snapshots. @default ['.git', 'node_modules'] */
  readonly excludeDirectories?: readonly string[] | undefined
}
