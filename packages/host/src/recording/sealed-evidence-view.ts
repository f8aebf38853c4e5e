import type {
  Artifact,
  ArtifactVersion,
  EvidenceView,
  Manifest,
  ObjectStore,
  RecordedEvent,
  Snapshot,
  SnapshotEntry,
} from '@vitrial/core'
import { readSnapshot } from './read-snapshot.ts'

type Revision = 'initial' | 'final'

/** A sealed recording as evidence. Events and snapshots are read when they are first asked for, and kept. */
export function sealedEvidenceView(
  manifest: Manifest,
  objects: ObjectStore,
  readEvents: () => Promise<readonly RecordedEvent[]>,
): EvidenceView {
  let events: Promise<readonly RecordedEvent[]> | undefined
  let snapshots: Promise<Record<Revision, FilesByPath>> | undefined
  const readSnapshots = async (): Promise<Record<Revision, FilesByPath>> => {
    const [initial, final] = await Promise.all([
      keptSnapshot(objects, manifest.initial),
      keptSnapshot(objects, manifest.final),
    ])
    return { initial: filesByPath(initial), final: filesByPath(final) }
  }
  return {
    evidenceHash: manifest.evidenceHash,
    checkpoint: manifest.events,
    isFinal: true,
    state: manifest.state,
    response: manifest.response,
    measurements: manifest.measurements,
    events: () => (events ??= readEvents()),
    artifacts: async () => artifactsOf(await (snapshots ??= readSnapshots())),
    artifactContent: async (path, revision) => {
      const entry = (await (snapshots ??= readSnapshots()))[revision].get(path)
      return entry?.type === 'file' ? objects.get(entry.hash) : undefined
    },
  }
}

type SnapshotFile = Exclude<SnapshotEntry, { type: 'directory' }>
type FilesByPath = ReadonlyMap<string, SnapshotFile>

/** A workspace that could not be read has no files to show. */
async function keptSnapshot(objects: ObjectStore, hash: string | undefined): Promise<Snapshot> {
  if (hash === undefined) return { entries: [], excluded: [] }
  return await readSnapshot(objects, hash)
}

function filesByPath(snapshot: Snapshot): FilesByPath {
  return new Map(
    snapshot.entries.flatMap((entry) => (entry.type === 'directory' ? [] : [[entry.path, entry] as const])),
  )
}

function artifactsOf({ initial, final }: Record<Revision, FilesByPath>): readonly Artifact[] {
  const paths = new Set([...initial.keys(), ...final.keys()])
  return [...paths].toSorted().map((path) => {
    const before = initial.get(path)
    const after = final.get(path)
    return {
      path,
      ...(before !== undefined && { initial: versionOf(before) }),
      ...(after !== undefined && { final: versionOf(after) }),
    }
  })
}

function versionOf(entry: SnapshotFile): ArtifactVersion {
  if (entry.type === 'file') return { type: 'file', sizeBytes: entry.sizeBytes, hash: entry.hash }
  if (entry.type === 'symlink') return { type: 'symlink', sizeBytes: 0, target: entry.target }
  return { type: 'special', sizeBytes: 0 }
}
