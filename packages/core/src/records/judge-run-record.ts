import type { ErrorRecord } from '../errors/error-record.ts'
import type { ComponentHashes } from '../inputs/fingerprints.ts'
import type { JudgeKind } from '../inputs/judge-inputs.ts'
import type { ManifestFile } from '../recording/manifest.ts'
import type { Usage } from '../recording/usage.ts'
import type { JudgeRunActivity, JudgeRunState } from '../states/judge-run-state.ts'
import type { Alterable } from './alterable.ts'
import type { JudgeRunInputs } from './judge-run-inputs.ts'

/** One grading of a recording by one judge, from its start. */
export interface NewJudgeRun {
  readonly id: string
  readonly evalRunId: string
  readonly kind: JudgeKind
  /** Absent for a code judge. */
  readonly model?: string
  readonly agentVersion: string
  /** The version of Vitrial that had it grade. */
  readonly vitrialVersion: string
  /** Where it ran. */
  readonly runtime: string
  /** Position in a panel, from 1. */
  readonly seat: number
  readonly scripted: boolean
  readonly judgeFingerprint: string
  /** What the fingerprint is made of: the hash of each input, by its name. */
  readonly judgeInputs: ComponentHashes
  readonly inputs: JudgeRunInputs
  readonly activity: JudgeRunActivity
  /** The invocation that started it. */
  readonly invocationId: string
  /** When it queued. */
  readonly startedAtMs: number
}

/** A judge run got this far; all times are milliseconds since the epoch. */
export interface JudgeRunProgress {
  readonly activity?: JudgeRunActivity
  /** When it got a worker. */
  readonly executionStartedAtMs?: number
  readonly archiveStartedAtMs?: number
}

/** The end of a grading, beside the judgment that it made. */
export interface JudgeRunResult {
  readonly state: Exclude<JudgeRunState, 'running'>
  readonly error?: ErrorRecord
  /** What else is to be known about its end, such as a transcript that could not be kept. */
  readonly detail?: string
  readonly completedAtMs: number
  readonly usage: Usage
  readonly evidenceReads: number
  readonly rejectedSubmissions: number
  /** What its folder holds, by hash; absent where that could not be kept. */
  readonly files?: readonly ManifestFile[]
}

/** A judge run as it is on record, at work or ended. */
export type JudgeRunRecord = NewJudgeRun &
  Alterable &
  JudgeRunProgress & { readonly judgmentId?: string } & ({ readonly state: 'running' } | JudgeRunResult)
