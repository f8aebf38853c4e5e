import { StoreError } from '@vitrial/core/errors'
import type { RunResult } from 'better-sqlite3'

/** Throws `VITRIAL_STORE_REFUSED` if an update met no row. `thing` is such as `eval run 0197…`. */
export function expectFound(result: RunResult, thing: string): void {
  if (result.changes > 0) return
  throw new StoreError(
    'VITRIAL_STORE_REFUSED',
    `There is no ${thing} in these results; it must be started before it is changed.`,
  )
}
