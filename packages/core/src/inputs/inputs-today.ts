import type { Fingerprint } from './fingerprints.ts'

/** What a trial would be run and judged from now. */
export interface InputsToday {
  readonly candidate: Fingerprint
  /** Undefined if nothing judges the eval. */
  readonly judge: Fingerprint | undefined
}
