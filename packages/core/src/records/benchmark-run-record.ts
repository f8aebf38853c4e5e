import type { BenchmarkRunState } from '../states/benchmark-run-state.ts'
import type { RunOwner } from './run-owner.ts'

/** The retained aggregate. All times are milliseconds since the epoch. */
export interface BenchmarkRunRecord {
  readonly id: string
  readonly name: string
  readonly state: BenchmarkRunState
  readonly startedAtMs: number
  /** The heartbeat. */
  readonly updatedAtMs: number
  readonly completedAtMs?: number
  readonly owner: RunOwner
  /** The invocation that was at work on it last. */
  readonly invocationId: string
  /** The benchmark as it was declared, as data. */
  readonly definition: unknown
}
