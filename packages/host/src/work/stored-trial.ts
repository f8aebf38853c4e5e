import { StoreError, type ErrorRecord } from '@vitrial/core/errors'
import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import type { EvalRunRecord, TrialRecord } from '@vitrial/core/records'
import { readManifest } from '../recording/recording-reader.ts'

/**
 * A finished eval run from an earlier invocation, as a test sees it; undefined while it runs.
 *
 * @throws {StoreError} if its row, or the manifest of its recording, is not what was written.
 */
export async function storedRun(
  { trial, evalRun, altered }: TrialRecord,
  recordingDirectory: (evalRunId: string) => string,
): Promise<RunSummary | undefined> {
  if (evalRun === undefined || evalRun.state === 'running') return undefined
  if (altered === 'run') throw alteredRow(`eval run ${evalRun.id}`)
  const directory = recordingDirectory(evalRun.id)
  const response = await recordedResponse(evalRun, directory)
  return {
    trialId: trial.id,
    evalRunId: evalRun.id,
    evalId: trial.evalId,
    model: trial.model,
    repetition: trial.repetition,
    state: evalRun.state,
    ...(evalRun.outcome && { outcome: evalRun.outcome }),
    ...(evalRun.error && { error: evalRun.error }),
    ...(evalRun.detail !== undefined && { detail: evalRun.detail }),
    ...(response !== undefined && { response }),
    usage: evalRun.usage,
    durationMs: Math.max(0, evalRun.completedAtMs - evalRun.startedAtMs),
    scripted: evalRun.scripted,
    recording: directory,
  }
}

async function recordedResponse(evalRun: EvalRunRecord, directory: string): Promise<string | undefined> {
  if (evalRun.state === 'running' || evalRun.evidenceHash === undefined) return undefined
  return (await readManifest(directory, { evalRunId: evalRun.id, evidenceHash: evalRun.evidenceHash }))
    .response
}

/**
 * What judging came to in an earlier invocation; undefined if it is still to be done. Where the latest judge run
 * failed that is what it came to, even if an older judgment still counts.
 */
export function storedJudging({ judgeRun, judgment, altered }: TrialRecord): JudgingSummary | undefined {
  if (judgeRun === undefined || judgeRun.state === 'running') return undefined
  if (altered !== undefined) {
    const { id, usage } = judgeRun
    const error = alteredRow(`judgment of eval run ${judgeRun.evalRunId}`).toRecord()
    return { status: 'failed', error, judgeRunId: id, usage }
  }
  const { id: judgeRunId, state, error, usage } = judgeRun
  if (state === 'failed' || state === 'timed_out') {
    return { status: 'failed', error: error ?? unexplained(state), judgeRunId, usage }
  }
  if (judgment === undefined) return error && { status: 'failed', error, judgeRunId, usage }
  return {
    status: 'judged',
    judgment,
    judgeModel: judgeRun.model ?? judgeRun.kind,
    evidenceReads: judgeRun.evidenceReads,
    rejectedSubmissions: judgeRun.rejectedSubmissions,
    judgeRunId,
    usage,
    ...(judgeRun.executionStartedAtMs !== undefined && {
      durationMs: Math.max(0, judgeRun.completedAtMs - judgeRun.executionStartedAtMs),
    }),
    scripted: judgeRun.scripted,
  }
}

function alteredRow(what: string): StoreError {
  return new StoreError(
    'VITRIAL_ROW_ALTERED',
    `The ${what} on record is not what was written. npx vitrial verify says what differs; restore vitrial.db from a copy.`,
  )
}

function unexplained(state: string): ErrorRecord {
  return { code: 'VITRIAL_JUDGE_INTERNAL', message: `The judge run ended as ${state} and left no error.` }
}
