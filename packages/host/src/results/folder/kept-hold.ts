import type { HostParts } from '../../parts/host-parts.ts'
import { holdResults } from './results-hold.ts'

const renewMs = 5_000

/**
 * Holds the results of a benchmark until disposed, renewed all the while.
 *
 * @throws {BenchmarkError} `VITRIAL_RESULTS_HELD` while another process that lives holds them.
 */
export async function keepHold(
  root: string,
  parts: Pick<HostParts, 'owner' | 'standingOf' | 'clock'>,
): Promise<AsyncDisposable> {
  const hold = await holdResults(root, parts)
  const renewal = setInterval(() => {
    // One that is missed shows as a holder that is silent, and only to other machines.
    hold.renew().catch(() => undefined)
  }, renewMs)
  renewal.unref()
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(renewal)
      await hold[Symbol.asyncDispose]()
    },
  }
}
