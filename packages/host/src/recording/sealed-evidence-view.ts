import type { Artifact, ArtifactVersion, EvidenceView } from '@vitrial/core/evidence'
import type { ObjectStore } from '@vitrial/core/ports'
import type { Manifest, RecordedEvent, Snapshot, SnapshotEntry } from '@vitrial/core/recording'
import { readSnapshot } from '../workspace/snapshot/read-snapshot.ts'

type Revision = 'initial' | 'final'

/** A sealed recording as evidence. Events and snapshots are read when they are first asked for, and kept. */
export function sealedEvidenceView(
  manifest: Manifest,
  objects: ObjectStore,
  readEvents: () => Promise<readonly RecordedEvent[]>,
): EvidenceView {
  let events: Promise<readonly RecordedEvent[]> | undefined
  let snapshots: Promise<Record<Revision, FilesByPath>> | undefined
  let artifacts: Promise<readonly Artifact[]> | undefined
  const readSnapshots = async (): Promise<Record<Revision, FilesByPath>> => {
    // Without its end nobody can tell what became of any file.
    if (manifest.final === undefined) return { initial: new Map(), final: new Map() }
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
    isCollected: manifest.final !== undefined,
    artifacts: () => (artifacts ??= (snapshots ??= readSnapshots()).then(artifactsOf)),
    artifactContent: async (path, revision) => {
      const entry = (await (snapshots ??= readSnapshots()))[revision].get(path)
      return entry?.type === 'file' ? objects.get(entry.hash) : undefined
    },
  }
}

type FilesByPath = ReadonlyMap<string, SnapshotEntry>

/** A workspace that could not be read has no files to show. */
async function keptSnapshot(objects: ObjectStore, hash: string | undefined): Promise<Snapshot> {
  if (hash === undefined) return { entries: [], excluded: [] }
  return await readSnapshot(objects, hash)
}

function filesByPath(snapshot: Snapshot): FilesByPath {
  return new Map(snapshot.entries.map((entry) => [entry.path, entry] as const))
}

function artifactsOf({ initial, final }: Record<Revision, FilesByPath>): readonly Artifact[] {
  const paths = new Set([...initial.keys(), ...final.keys()])
  return [...paths].toSorted().flatMap((path) => {
    const [before, after] = shownVersions(initial.get(path), final.get(path))
    if (before === undefined && after === undefined) return []
    return [{ path, ...(before && { initial: before }), ...(after && { final: after }) }]
  })
}

type MaybeVersion = ArtifactVersion | undefined

/** A folder is shown for its mode alone. */
function shownVersions(
  initial: SnapshotEntry | undefined,
  final: SnapshotEntry | undefined,
): readonly [MaybeVersion, MaybeVersion] {
  if (initial?.type === 'directory' && final?.type === 'directory' && initial.mode !== final.mode) {
    return [versionOf(initial), versionOf(final)]
  }
  return [shownVersion(initial), shownVersion(final)]
}

function shownVersion(entry: SnapshotEntry | undefined): MaybeVersion {
  return entry === undefined || entry.type === 'directory' ? undefined : versionOf(entry)
}

function versionOf(entry: SnapshotEntry): ArtifactVersion {
  if (entry.type === 'file') {
    return { type: 'file', sizeBytes: entry.sizeBytes, mode: entry.mode, hash: entry.hash }
  }
  if (entry.type === 'directory') return { type: 'directory', sizeBytes: 0, mode: entry.mode }
  if (entry.type === 'symlink') return { type: 'symlink', sizeBytes: 0, target: entry.target }
  return { type: 'special', sizeBytes: 0 }
}
