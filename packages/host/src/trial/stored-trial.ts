import type { EvalRunRecord, JudgingSummary, RunSummary, TrialRecord } from '@vitrial/core'
import { readManifest } from '../recording/recording-reader.ts'

/** A finished eval run from an earlier invocation, as a test sees it; undefined while it runs. */
export async function storedRun(
  { trial, evalRun }: TrialRecord,
  recordingDirectory: (evalRunId: string) => string,
): Promise<RunSummary | undefined> {
  if (evalRun === undefined || evalRun.state === 'running') return undefined
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
  return (await readManifest(directory)).response
}

/** What judging came to in an earlier invocation; undefined if it is still to be done. */
export function storedJudging({ judgeRun, judgment }: TrialRecord): JudgingSummary | undefined {
  if (judgeRun === undefined || judgeRun.state === 'running') return undefined
  if (judgment !== undefined) {
    return {
      status: 'judged',
      judgment,
      judgeModel: judgeRun.model ?? judgeRun.kind,
      evidenceReads: judgeRun.evidenceReads,
      rejectedSubmissions: judgeRun.rejectedSubmissions,
      judgeRunId: judgeRun.id,
      usage: judgeRun.usage,
      ...(judgeRun.executionStartedAtMs !== undefined && {
        durationMs: Math.max(0, judgeRun.completedAtMs - judgeRun.executionStartedAtMs),
      }),
      scripted: judgeRun.scripted,
    }
  }
  const { id: judgeRunId, error, usage } = judgeRun
  return error && { status: 'failed', error, judgeRunId, usage }
}
