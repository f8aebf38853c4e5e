import type { RecordedEvent } from '../../recording/event.ts'
import type { EvalRunState } from '../../states/eval-run-state.ts'
import type { Measurement } from '../../recording/measurement.ts'
import type { Artifact, ArtifactVersion, EvidenceView } from './evidence-view.ts'

/** A file's content in memory: text, bytes, or where a symlink points. */
export type MemoryFile = string | Uint8Array | { readonly symlink: string }

/** The parts of a recording, held in memory. */
export interface MemoryEvidence {
  readonly evidenceHash: string
  /** @default true */
  readonly isFinal?: boolean
  /** @default 'completed' in a final view, else 'running' */
  readonly state?: EvalRunState
  readonly response?: string
  readonly measurements?: readonly Measurement[]
  readonly events?: readonly RecordedEvent[]
  /** By path. */
  readonly initial?: Readonly<Record<string, MemoryFile>>
  /** By path. */
  readonly final?: Readonly<Record<string, MemoryFile>>
}

/** Makes an evidence view over parts held in memory: for supplied evidence, a browser, and tests. */
export function memoryEvidenceView(evidence: MemoryEvidence): EvidenceView {
  const { events = [], isFinal = true } = evidence
  const files = {
    initial: new Map(Object.entries(evidence.initial ?? {})),
    final: new Map(Object.entries(evidence.final ?? {})),
  }
  return {
    evidenceHash: evidence.evidenceHash,
    checkpoint: events.at(-1)?.seq ?? 0,
    isFinal,
    state: evidence.state ?? (isFinal ? 'completed' : 'running'),
    response: evidence.response,
    measurements: evidence.measurements ?? [],
    events: () => Promise.resolve(events),
    isCollected: true,
    artifacts: () => artifactsOf(files.initial, files.final),
    artifactContent: (path, revision) => {
      const file = files[revision].get(path)
      return Promise.resolve(file === undefined ? undefined : bytesOf(file))
    },
  }
}

async function artifactsOf(
  initial: ReadonlyMap<string, MemoryFile>,
  final: ReadonlyMap<string, MemoryFile>,
): Promise<readonly Artifact[]> {
  const paths = [...new Set([...initial.keys(), ...final.keys()])].toSorted()
  return Promise.all(
    paths.map(async (path) => {
      const before = initial.get(path)
      const after = final.get(path)
      return {
        path,
        ...(before !== undefined && { initial: await versionOf(before) }),
        ...(after !== undefined && { final: await versionOf(after) }),
      }
    }),
  )
}

async function versionOf(file: MemoryFile): Promise<ArtifactVersion> {
  const bytes = bytesOf(file)
  if (bytes === undefined) return { type: 'symlink', sizeBytes: 0, target: targetOf(file) }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { type: 'file', sizeBytes: bytes.byteLength, hash }
}

function targetOf(file: MemoryFile): string {
  return typeof file === 'object' && 'symlink' in file ? file.symlink : ''
}

function bytesOf(file: MemoryFile): Uint8Array<ArrayBuffer> | undefined {
  if (typeof file === 'string') return new TextEncoder().encode(file)
  return file instanceof Uint8Array ? new Uint8Array(file) : undefined
}
