import type { Usage } from '@vitrial/core/recording'
import type { RunEnding } from './ending/run-ending.ts'

/** How far a candidate's life has come to its end: each step adds what it saw. */
export interface CandidateEnd {
  readonly ending: RunEnding
  readonly usage: Usage
  /** The hashes of its workspace's snapshots; absent where it could not be read. */
  readonly initial?: string
  readonly final?: string
}
