import { addUsage, noUsage, StoreError, type ObjectStore, type Store, type Usage } from '@vitrial/core'
import { openRecordingReader } from '../recording/recording-reader.ts'
import { readUnsealed } from '../recording/read-unsealed.ts'

/** A benchmark run as its dead owner left it. */
export interface AbandonedRun {
  readonly id: string
  readonly store: Store
  readonly objects: ObjectStore
  readonly recordingDirectory: (evalRunId: string) => string
  /** The last sign of life, in milliseconds since the epoch: where open work is taken to have ended. */
  readonly lastSeenMs: number
}

/**
 * Ends what a dead owner left running. An eval run whose recording was sealed had finished and only missed its
 * row: it is finalized as its manifest says. Everything else is `interrupted`, to be collected again.
 */
export async function endOpenRuns(run: AbandonedRun): Promise<void> {
  const { evalRuns, judgeRuns } = await run.store.readOpenRuns(run.id)
  for (const { id, startedAtMs } of judgeRuns) {
    await run.store.finishJudgeRun(id, {
      state: 'interrupted',
      completedAtMs: Math.max(startedAtMs, run.lastSeenMs),
      usage: unknownCost(noUsage),
      evidenceReads: 0,
      rejectedSubmissions: 0,
    })
  }
  for (const { id, startedAtMs } of evalRuns) {
    if (await finalizeSealed(run, id)) continue
    await run.store.finalizeEvalRun(id, {
      state: 'interrupted',
      detail: 'The process that ran it died.',
      completedAtMs: Math.max(startedAtMs, run.lastSeenMs),
      usage: await usageSoFar(run.recordingDirectory(id)),
      measurements: [],
    })
  }
}

/** True if the recording is whole and its eval run is finalized from it. */
async function finalizeSealed(run: AbandonedRun, evalRunId: string): Promise<boolean> {
  try {
    const { manifest } = await openRecordingReader(run.recordingDirectory(evalRunId), run.objects)
    const { state, outcome, error, detail, evidenceHash, endedAtMs, usage, measurements } = manifest
    if (state === 'running') return false
    await run.store.finalizeEvalRun(evalRunId, {
      state,
      ...(outcome && { outcome }),
      ...(error && { error }),
      ...(detail !== undefined && { detail }),
      evidenceHash,
      completedAtMs: endedAtMs,
      usage,
      measurements,
    })
    return true
  } catch (error) {
    if (error instanceof StoreError && error.code === 'VITRIAL_RECORDING_INCOMPLETE') {
      return false
    }
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
