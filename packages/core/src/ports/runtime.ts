import type { SandboxLimits } from '../limits/sandbox-limits.ts'
import type { Leftover } from './guardian.ts'
import type { Sandbox } from './sandbox.ts'

/** A runtime is asked for a sandbox for this run. */
export interface SandboxSpec {
  /** The eval run that will live here; every trace of the sandbox carries it. */
  readonly runId: string
  readonly limits: SandboxLimits
}

/** A runtime's sandboxes are made from this, as it was found where they run. */
export interface SandboxImage {
  /** The hash of all that it is made from; absent for an image of the person's own, of which only the name is known. */
  readonly recipe?: string
  /** The version of the agent in it; absent where it does not tell. */
  readonly agentVersion?: string
  /** The engine's id of it; absent where it is not there yet. Says what a container really was made from. */
  readonly id?: string
  /** What runs it, with its version: `docker 27.3.1`; absent where nothing has been asked yet. */
  readonly engine?: string
}

/**
 * A runtime is a place where sandboxes run.
 *
 * @example
 * ```ts
 * // Has one eval run live in a sandbox that is there already.
 * function oneSandbox(sandbox: Sandbox): Runtime {
 *   return {
 *     id: 'one',
 *     contained: false,
 *     prepare: async () => [],
 *     image: async () => ({ agentVersion: '1.4.0' }),
 *     acquire: async () => sandbox,
 *     [Symbol.asyncDispose]: async () => {},
 *   }
 * }
 * ```
 */
export interface Runtime extends AsyncDisposable {
  /** As settings and records name it. */
  readonly id: string
  /** Whether the candidate is kept from the machine and the network. */
  readonly contained: boolean
  /**
   * Checks that sandboxes can be had, and removes what dead hosts left where they run. Called before any work.
   * Resolves with what could not be removed. Throws an {@link InfrastructureError} that says what is missing. Absent:
   * there is nothing to check.
   */
  prepare?(signal: AbortSignal): Promise<readonly Leftover[]>
  /**
   * What its sandboxes are made from, for the candidate fingerprint. Before {@link prepare} nothing need be there: then
   * it is what they would be made from. Absent: they have this machine's own programs.
   */
  image?(): Promise<SandboxImage>
  /** Starts a sandbox. Throws an {@link InfrastructureError} if none can be had. */
  acquire(spec: SandboxSpec, signal: AbortSignal): Promise<Sandbox>
}
