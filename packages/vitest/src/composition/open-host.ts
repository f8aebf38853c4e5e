import type { Host } from '@vitrial/host'

export interface HostOptions {
  /** The Vitest project's name. */
  readonly project: string
  /** The benchmark's folder, absolute. */
  readonly directory: string
  /** Overrides the benchmark's own limit of trials at a time. */
  readonly concurrency?: number
}

/** Opens the host of one benchmark: loads it, starts nothing. Throws a `BenchmarkError`. */
export type OpenHost = (options: HostOptions) => Promise<Host>

/** Opens a host on the real runtimes, harnesses, gateway and store. */
export const openHost: OpenHost = () => Promise.reject(new Error('not wired'))
