import { snapshotSchema, StoreError, type Manifest, type ObjectStore } from '@vitrial/core'

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
    const { entries } = parseSnapshot(await objects.get(snapshotHash), snapshotHash)
    for (const entry of entries) if (entry.type === 'file') hashes.add(entry.hash)
  }
  return hashes
}

function parseSnapshot(content: Uint8Array, hash: string) {
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
