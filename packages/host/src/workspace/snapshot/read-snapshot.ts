import { setImmediate as othersWork } from 'node:timers/promises'
import { StoreError } from '@vitrial/core/errors'
import type { ObjectStore } from '@vitrial/core/ports'
import { snapshotEntrySchema, snapshotSchema, type Snapshot } from '@vitrial/core/recording'
import { z } from 'zod'
import { entriesAtOnce } from './snapshot-text.ts'

const listSchema = snapshotSchema.extend({ entries: z.array(z.unknown()) })

/**
 * Reads the list of a workspace's files. Other work may go on while a large one is checked.
 *
 * @throws {StoreError} if it is missing or not what was recorded.
 */
export async function readSnapshot(objects: ObjectStore, hash: string): Promise<Snapshot> {
  const content = await objects.get(hash)
  try {
    const { entries, excluded } = listSchema.parse(JSON.parse(new TextDecoder().decode(content)))
    const checked: Snapshot['entries'] = []
    for (const [index, entry] of entries.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- what it is about
      if (index % entriesAtOnce === entriesAtOnce - 1) await othersWork()
      checked.push(snapshotEntrySchema.parse(entry))
    }
    return { entries: checked, excluded }
  } catch (cause) {
    throw new StoreError(
      'VITRIAL_OBJECT_CHANGED',
      `Object ${hash} should be the list of a workspace's files, and is not. Restore it from a copy.`,
      { cause },
    )
  }
}
