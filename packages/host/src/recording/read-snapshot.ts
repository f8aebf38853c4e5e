import { snapshotSchema, StoreError, type ObjectStore, type Snapshot } from '@vitrial/core'

/**
 * Reads the list of a workspace's files.
 *
 * @throws {StoreError} if it is missing or not what was recorded.
 */
export async function readSnapshot(objects: ObjectStore, hash: string): Promise<Snapshot> {
  const content = await objects.get(hash)
  try {
    return snapshotSchema.parse(JSON.parse(new TextDecoder().decode(content)))
  } catch (cause) {
    throw new StoreError(
      'VITRIAL_OBJECT_CHANGED',
      `Object ${hash} should be the list of a workspace's files, and is not. Restore it from a copy.`,
      { cause },
    )
  }
}
