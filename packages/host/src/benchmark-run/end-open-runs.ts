import {
  addUsage,
  noUsage,
  StoreError,
  type EvalRunRecord,
  type EvalRunResult,
  type JudgeRunRecord,
  type JudgeRunResult,
  type ObjectStore,
  type Store,
  type Usage,
} from '@vitrial/core'
import { openRecordingReader } from '../recording/recording-reader.ts'
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
 * ended as its manifest says. Everything else is `interrupted`, to be collected again.
 *
 * @throws {StoreError} `VITRIAL_OBJECT_CHANGED` if its recording is not what was recorded.
 */
export async function endOfOpenRun(
  run: AbandonedRecordings,
  { id, startedAtMs }: Pick<EvalRunRecord, 'id' | 'startedAtMs'>,
): Promise<EvalRunResult> {
  return (
    (await sealedEnd(run, id)) ?? {
      state: 'interrupted',
      detail: 'The process that ran it died.',
      completedAtMs: Math.max(startedAtMs, run.lastSeenMs),
      usage: await usageSoFar(run.recordingDirectory(id)),
      measurements: [],
    }
  )
}

/** Undefined if the recording is not whole. */
async function sealedEnd(run: AbandonedRecordings, evalRunId: string): Promise<EvalRunResult | undefined> {
  try {
    const { manifest } = await openRecordingReader(run.recordingDirectory(evalRunId), run.objects)
    const { state, outcome, error, detail, evidenceHash, endedAtMs, usage, measurements } = manifest
    if (state === 'running') return undefined
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
  } catch (error) {
    if (error instanceof StoreError && error.code === 'VITRIAL_RECORDING_INCOMPLETE') return undefined
    throw error
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
