import type { Trial } from '@vitrial/core/trial'

/** The two halves of a trial's work: its candidate, then its judge. */
export type WorkStage = 'candidate' | 'judge'

/** A half that holds a place right now. */
export interface RunningWork {
  readonly trial: Trial
  readonly stage: WorkStage
  /** Since it got its place. */
  readonly ageMs: number
}

/** How far an invocation has come. */
export interface HostProgress {
  /** Trials started or asked for. */
  readonly total: number
  readonly done: number
  /** What holds a place, longest first. */
  readonly running: readonly RunningWork[]
  /** Trials that are neither done nor at work. */
  readonly waiting: number
  /** Spent so far in US dollars, as far as it is known. */
  readonly spentUsd: number
  /** False if some ended work has no known cost: then more was spent. */
  readonly isSpentKnown: boolean
  /**
   * Until the end by the medians of what has ended; undefined while there are none to go by, or the end depends on
   * work that takes longer than they say.
   */
  readonly leftMs: number | undefined
}
