import type { RecordedEvent } from '../../recording/event.ts'
import type { Measurement } from '../../recording/measurement.ts'
import type { EvalRunState } from '../../states/eval-run-state.ts'

/** A file of the workspace, at the start and at the end; absent where it does not exist. A folder only if its mode changed. */
export interface Artifact {
  readonly path: string
  readonly initial?: ArtifactVersion
  readonly final?: ArtifactVersion
}

/** A file as it was at one end of the run, its content named by hash. */
export interface ArtifactVersion {
  readonly type: 'file' | 'directory' | 'symlink' | 'special'
  readonly sizeBytes: number
  /** Permissions, as a number; of files and folders. */
  readonly mode?: number
  readonly hash?: string
  /** Where a symlink points. */
  readonly target?: string
}

/** A fixed read-only cut of a recording: everything up to and including one event. */
export interface EvidenceView {
  /** What a judgment is bound to. */
  readonly evidenceHash: string
  /** The sequence number of the last event in the view. */
  readonly checkpoint: number
  /** False for a cut through a live run. */
  readonly isFinal: boolean
  /** How the run ended, in a final view. */
  readonly state: EvalRunState
  /** The agent's final answer, if it gave one. */
  readonly response: string | undefined
  readonly measurements: readonly Measurement[]
  /** All events of the view in order. */
  events(): Promise<readonly RecordedEvent[]>
  /** Whether it is known what the workspace held at the end; if not there are no artifacts. */
  readonly isCollected: boolean
  /** All files of the workspace, sorted by path. */
  artifacts(): Promise<readonly Artifact[]>
  /** The bytes of a file, all in memory; undefined if there is no such file in that revision. */
  artifactContent(path: string, revision: 'initial' | 'final'): Promise<Uint8Array | undefined>
}
