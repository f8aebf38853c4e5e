import type { TrialRecord } from '@vitrial/core/records'
import type { CountedTrial } from '@vitrial/core/scores'

/** Marks a trial's row where it was run or judged from other inputs than are declared now. */
export type MarkOutdated = (record: TrialRecord) => CountedTrial
