/** A candidate can use too much of these in its sandbox. */
export type SandboxLimit = 'memory' | 'processes' | 'files' | 'bytes'

/**
 * A candidate can use too much of these: beside what its sandbox limits also `output`, which the host records
 * outside of the sandbox, its model's `context`, and the `refusals` of its model calls.
 */
export type CandidateLimit = SandboxLimit | 'output' | 'context' | 'refusals'

/** A limit that a candidate ran into, and how in words. */
export interface HitLimit {
  readonly limit: SandboxLimit
  readonly detail: string
}
