import { existsSync } from 'node:fs'
import { StoreError } from '@vitrial/core/errors'
import type { ObjectStore, Store } from '@vitrial/core/ports'
import type { EvalRunRecord, JudgeRunRecord, NewEvalRun, NewJudgeRun } from '@vitrial/core/records'
import { openRecordingReader } from '../../recording/recording-reader.ts'
import { referencedObjects } from '../../recording/referenced-objects.ts'
import { endOfOpenJudgeRun, endOfOpenRun } from '../../results/end-open-runs.ts'
import type { Execution } from './gather-executions.ts'
import { linkFolder } from '../../content/link-folder.ts'
import type { MergeSource } from './merge-source.ts'
import { requireSame } from './same-record.ts'
import { judgeRunDirectory, recordingDirectory } from '../../results/folder/results-directory.ts'

export interface CopiedEvalRun {
  readonly execution: Execution
  /** Its place among the attempts at its trial in the target. */
  readonly attempt: number
  readonly target: {
    readonly id: string
    readonly directory: string
    readonly store: Store
    readonly objects: ObjectStore
  }
}

/**
 * Copies an eval run with its recording and with the judge runs and judgments of all sources. What a process left running
 * when it died is ended.
 *
 * @throws {StoreError} if any of it is missing or is not what was recorded.
 */
export async function copyEvalRun(copied: CopiedEvalRun): Promise<void> {
  const { execution, attempt, target } = copied
  const { source, evalRunId } = execution
  const evalRun = await source.store.readEvalRun(evalRunId)
  if (evalRun === undefined) throw lost(`Eval run ${evalRunId}`, source)
  const result = evalRun.state === 'running' ? await endOfOpenRun(source, evalRun) : evalRun
  await copyRecording(copied, result.evidenceHash)
  const { store } = target
  await store.startEvalRun({ ...startOfEvalRun(evalRun), benchmarkRunId: target.id, attempt })
  if (evalRun.executionStartedAtMs !== undefined) {
    await store.markExecuting(evalRunId, evalRun.executionStartedAtMs)
  }
  await store.finalizeEvalRun(evalRunId, result)
  for (const found of await judgeRunsOf(execution)) await copyJudgeRun(found, target)
}

/** A judge run, and the source that it is copied from. */
interface FoundJudgeRun {
  readonly source: MergeSource
  readonly judgeRun: JudgeRunRecord
}

/** The judge runs of all sources, each once and in the order they started; one that ended before one that did not. */
async function judgeRunsOf({ evalRunId, sources }: Execution): Promise<readonly FoundJudgeRun[]> {
  const found = new Map<string, FoundJudgeRun>()
  for (const source of sources) {
    for (const judgeRun of await source.store.readJudgeRuns(evalRunId)) {
      const known = found.get(judgeRun.id)
      if (known && known.judgeRun.state !== 'running' && judgeRun.state !== 'running') {
        await requireSameJudging(known, { source, judgeRun })
      }
      if (known === undefined || known.judgeRun.state === 'running') {
        found.set(judgeRun.id, { source, judgeRun })
      }
    }
  }
  return [...found.values()].toSorted((a, b) => a.judgeRun.startedAtMs - b.judgeRun.startedAtMs)
}

async function requireSameJudging(one: FoundJudgeRun, other: FoundJudgeRun): Promise<void> {
  const [a, b] = [one, other].map(({ source, judgeRun }) => ({ source, record: judgeRun }))
  if (a && b) requireSame('Judge run', a, b)
  const { judgmentId } = one.judgeRun
  if (judgmentId === undefined) return
  const record = await one.source.store.readJudgment(judgmentId)
  const same = await other.source.store.readJudgment(judgmentId)
  if (record && same) {
    requireSame('Judgment', { source: one.source, record }, { source: other.source, record: same })
  }
}

async function copyRecording(
  { execution: { source, evalRunId }, target }: CopiedEvalRun,
  evidenceHash: string | undefined,
): Promise<void> {
  const from = source.recordingDirectory(evalRunId)
  const isSealed = evidenceHash !== undefined
  if (!isSealed && !existsSync(from)) return
  if (isSealed) {
    const { manifest } = await openRecordingReader(from, source.objects, { evalRunId, evidenceHash })
    for (const hash of await referencedObjects(manifest, source.objects)) {
      await target.objects.put(source.objects.read(hash))
    }
  }
  await linkFolder(from, recordingDirectory(target.directory, evalRunId))
}

async function copyJudgeRun(
  { source, judgeRun }: FoundJudgeRun,
  target: CopiedEvalRun['target'],
): Promise<void> {
  const { id, activity, executionStartedAtMs, archiveStartedAtMs, judgmentId } = judgeRun
  const { store } = target
  const from = judgeRunDirectory(source.directory, id)
  if (existsSync(from)) await linkFolder(from, judgeRunDirectory(target.directory, id))
  await store.startJudgeRun(startOfJudgeRun(judgeRun))
  await store.updateJudgeRun(id, {
    activity,
    ...(executionStartedAtMs !== undefined && { executionStartedAtMs }),
    ...(archiveStartedAtMs !== undefined && { archiveStartedAtMs }),
  })
  for (const check of await source.store.readChecks(id)) await store.saveCheck(check)
  if (judgeRun.state === 'running') {
    await store.finishJudgeRun(id, endOfOpenJudgeRun(source, judgeRun))
    return
  }
  const judgment = judgmentId === undefined ? undefined : await source.store.readJudgment(judgmentId)
  if (judgmentId !== undefined && judgment === undefined) throw lost(`Judgment ${judgmentId}`, source)
  await store.finishJudgeRun(id, judgeRun, judgment)
}

/** What an eval run was known by when it started: a row takes its end later. */
function startOfEvalRun(evalRun: EvalRunRecord): NewEvalRun {
  const { id, benchmarkRunId, trialId, attempt, evalId, model, harness, agentVersion } = evalRun
  const { vitrialVersion, runtime, image, engine } = evalRun
  const { contained, scripted, candidateFingerprint, candidateInputs, invocationId, startedAtMs } = evalRun
  return {
    id,
    benchmarkRunId,
    attempt,
    evalId,
    model,
    harness,
    agentVersion,
    vitrialVersion,
    runtime,
    contained,
    scripted,
    candidateFingerprint,
    candidateInputs,
    invocationId,
    startedAtMs,
    ...(trialId !== undefined && { trialId }),
    ...(image !== undefined && { image }),
    ...(engine !== undefined && { engine }),
  }
}

function startOfJudgeRun(judgeRun: JudgeRunRecord): NewJudgeRun {
  const { id, evalRunId, kind, model, agentVersion, vitrialVersion, runtime, seat, scripted } = judgeRun
  const { judgeFingerprint, judgeInputs, inputs, activity, invocationId, startedAtMs } = judgeRun
  return {
    id,
    evalRunId,
    kind,
    agentVersion,
    vitrialVersion,
    runtime,
    seat,
    scripted,
    judgeFingerprint,
    judgeInputs,
    inputs,
    activity,
    invocationId,
    startedAtMs,
    ...(model !== undefined && { model }),
  }
}

function lost(what: string, source: MergeSource): StoreError {
  return new StoreError('VITRIAL_STORE_DAMAGED', `${what} is gone from ${source.directory}.`)
}
