import type { ObjectStore } from '@vitrial/core/ports'
import type { Manifest } from '@vitrial/core/recording'
import { readSnapshot } from '../workspace/snapshot/read-snapshot.ts'

/**
 * The hashes of all objects that a sealed recording refers to: its snapshots and every file in them.
 *
 * @throws {StoreError} if a snapshot is missing or not what was recorded: then nobody can tell what it refers to.
 */
export async function referencedObjects(
  { initial, final }: Pick<Manifest, 'initial' | 'final'>,
  objects: ObjectStore,
): Promise<ReadonlySet<string>> {
  const hashes = new Set<string>()
  for (const snapshotHash of [initial, final]) {
    if (snapshotHash === undefined || hashes.has(snapshotHash)) continue
    hashes.add(snapshotHash)
    const { entries } = await readSnapshot(objects, snapshotHash)
    for (const entry of entries) if (entry.type === 'file') hashes.add(entry.hash)
  }
  return hashes
}
