import type { CountedTrial, TrialRecord } from '@vitrial/core'

/** Marks a trial's row where it was run or judged from other inputs than are declared now. */
export type MarkOutdated = (record: TrialRecord) => CountedTrial
