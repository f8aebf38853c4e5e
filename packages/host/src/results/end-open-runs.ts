import { errorMessage, InfrastructureError, StoreError } from '@vitrial/core/errors'
import type { ObjectStore, Store } from '@vitrial/core/ports'
import { addUsage, noUsage, type Usage } from '@vitrial/core/recording'
import type { EvalRunRecord, EvalRunResult, JudgeRunRecord, JudgeRunResult } from '@vitrial/core/records'
import { openRecordingReader, readManifest } from '../recording/recording-reader.ts'
import { readUnsealed } from '../recording/read-unsealed.ts'

/** The recordings of a benchmark run whose owner is dead. */
export interface AbandonedRecordings {
  readonly objects: ObjectStore
  readonly recordingDirectory: (evalRunId: string) => string
  /** The last sign of life, in milliseconds since the epoch: where open work is taken to have ended. */
  readonly lastSeenMs: number
}

/** A benchmark run as its dead owner left it. */
export interface AbandonedRun extends AbandonedRecordings {
  readonly id: string
  readonly store: Store
}

/** Ends what a dead owner left running. */
export async function endOpenRuns(run: AbandonedRun): Promise<void> {
  const { evalRuns, judgeRuns } = await run.store.readOpenRuns(run.id)
  for (const judgeRun of judgeRuns) {
    await run.store.finishJudgeRun(judgeRun.id, endOfOpenJudgeRun(run, judgeRun))
  }
  for (const evalRun of evalRuns) {
    await run.store.finalizeEvalRun(evalRun.id, await endOfOpenRun(run, evalRun))
  }
}

/** How a judge run ended whose process died. */
export function endOfOpenJudgeRun(
  { lastSeenMs }: Pick<AbandonedRecordings, 'lastSeenMs'>,
  { startedAtMs }: Pick<JudgeRunRecord, 'startedAtMs'>,
): JudgeRunResult {
  return {
    state: 'interrupted',
    completedAtMs: Math.max(startedAtMs, lastSeenMs),
    usage: unknownCost(noUsage),
    evidenceReads: 0,
    rejectedSubmissions: 0,
  }
}

/**
 * How an eval run ended whose process died. One whose recording was sealed had finished and only missed its row: it
 * ended as its manifest says, or failed if that was damaged since. Everything else is `interrupted`, to be collected
 * again.
 */
export async function endOfOpenRun(
  run: AbandonedRecordings,
  { id, startedAtMs }: Pick<EvalRunRecord, 'id' | 'startedAtMs'>,
): Promise<EvalRunResult> {
  const directory = run.recordingDirectory(id)
  const completedAtMs = Math.max(startedAtMs, run.lastSeenMs)
  try {
    const { manifest } = await openRecordingReader(directory, run.objects, { evalRunId: id })
    const { state, outcome, error, detail, evidenceHash, endedAtMs, usage, measurements } = manifest
    if (state === 'running') return await interrupted(directory, completedAtMs)
    return {
      state,
      ...(outcome && { outcome }),
      ...(error && { error }),
      ...(detail !== undefined && { detail }),
      evidenceHash,
      completedAtMs: endedAtMs,
      usage,
      measurements,
    }
  } catch (cause) {
    return cause instanceof StoreError && cause.code === 'VITRIAL_RECORDING_INCOMPLETE'
      ? await interrupted(directory, completedAtMs)
      : await damaged(directory, completedAtMs, cause)
  }
}

async function interrupted(directory: string, completedAtMs: number): Promise<EvalRunResult> {
  return {
    state: 'interrupted',
    detail: 'The process that ran it died.',
    completedAtMs,
    usage: await usageSoFar(directory),
    measurements: [],
  }
}

/** Its files stay as they are found: nobody can tell what they should be. */
async function damaged(directory: string, completedAtMs: number, cause: unknown): Promise<EvalRunResult> {
  const error = new InfrastructureError(
    'VITRIAL_INFRA_RECORDING',
    'The process that ran it died, and its recording was damaged before it could be taken up: ' +
      `${errorMessage(cause)} Check the disk.`,
    { cause },
  )
  const manifest = await readManifest(directory).catch(() => undefined)
  return {
    state: 'infra_failed',
    error: error.toRecord(),
    detail: error.message,
    completedAtMs,
    usage: manifest?.usage ?? unknownCost(noUsage),
    measurements: [],
  }
}

/** What the calls on record used; a call may have been under way, so the cost is not known. */
async function usageSoFar(directory: string): Promise<Usage> {
  try {
    const { exchanges } = await readUnsealed(directory)
    return unknownCost(exchanges.reduce((sum, { usage }) => (usage ? addUsage(sum, usage) : sum), noUsage))
  } catch {
    // It died before its recording was opened.
    return unknownCost(noUsage)
  }
}

function unknownCost(usage: Usage): Usage {
  return { ...usage, costUsd: null }
}
