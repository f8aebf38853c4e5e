import type { ErrorRecord } from '../errors/error-record.ts'
import type { ComponentHashes } from '../inputs/fingerprints.ts'
import type { Measurement } from '../recording/measurement.ts'
import type { Usage } from '../recording/usage.ts'
import type { EvalRunOutcome, EvalRunState } from '../states/eval-run-state.ts'
import type { Alterable } from './alterable.ts'

/** One execution of a candidate, from its start. */
export interface NewEvalRun {
  readonly id: string
  readonly benchmarkRunId: string
  /** Absent for an ingested recording. */
  readonly trialId?: string
  /** Counts from 1 within a trial. */
  readonly attempt: number
  readonly evalId: string
  readonly model: string
  /** Absent for the arm without a name. */
  readonly arm?: string
  readonly harness: string
  readonly agentVersion: string
  /** The version of Vitrial that ran it. */
  readonly vitrialVersion: string
  readonly runtime: string
  /** The engine's id of the image that its container was made from; absent without one. */
  readonly image?: string | undefined
  /** What ran the container, with its version: `docker 27.3.1`; absent without one. */
  readonly engine?: string | undefined
  readonly contained: boolean
  readonly scripted: boolean
  readonly candidateFingerprint: string
  /** What the fingerprint is made of: the hash of each input, by its name. */
  readonly candidateInputs: ComponentHashes
  /** The invocation that started it. */
  readonly invocationId: string
  readonly startedAtMs: number
}

/** The end of an execution. */
export interface EvalRunResult {
  readonly state: Exclude<EvalRunState, 'running'>
  readonly outcome?: EvalRunOutcome
  /** What ended it, for states other than `completed`. */
  readonly error?: ErrorRecord
  readonly detail?: string
  /** The evidence a judge may grade; absent if nothing was finalized. */
  readonly evidenceHash?: string
  readonly completedAtMs: number
  readonly usage: Usage
  readonly measurements: readonly Measurement[]
}

/** An eval run as it is on record, at work or ended. */
export type EvalRunRecord = NewEvalRun &
  Alterable &
  (
    | { readonly state: 'running'; readonly executionStartedAtMs?: number }
    | (EvalRunResult & { readonly executionStartedAtMs?: number })
  )
