import type { BenchmarkRunRecord } from '@vitrial/core/records'
import { heartbeatStaleAfterMs } from '@vitrial/core/time'
import type { HostParts } from '../parts/host-parts.ts'

/** Whether a process that lives is at work on a benchmark run: by its owner, on another machine by its heartbeat. */
export function isRunAlive(
  { state, owner, updatedAtMs }: BenchmarkRunRecord,
  { standingOf, clock }: Pick<HostParts, 'standingOf' | 'clock'>,
): boolean {
  if (state !== 'running') return false
  const standing = standingOf(owner)
  return (
    standing === 'alive' || (standing === 'elsewhere' && clock.now() - updatedAtMs < heartbeatStaleAfterMs)
  )
}
