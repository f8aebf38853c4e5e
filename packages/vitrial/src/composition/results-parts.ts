import { systemClock } from '@vitrial/core/ports'
import type { GarbageParts, ResultsParts } from '@vitrial/host'
import { openStore, sweepObjects } from '@vitrial/store'
import { livenessOf, thisOwner } from '@vitrial/runtimes/owner'
import { readingParts } from './reading-parts.ts'
import { v7 as uuidv7 } from 'uuid'

/** What results are kept and read with. */
export function resultsParts(): ResultsParts & GarbageParts {
  return {
    ...readingParts(),
    owner: thisOwner(),
    standingOf: livenessOf,
    openStore: async (file) => await openStore({ file }),
    sweepObjects,
    clock: systemClock,
    ids: { next: () => uuidv7() },
  }
}
