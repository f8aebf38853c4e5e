import type { Fingerprint } from './fingerprints.ts'

/** A trial would be run and judged from these now. */
export interface InputsToday {
  readonly candidate: Fingerprint
  /** Undefined if nothing judges the eval. */
  readonly judge: Fingerprint | undefined
}
