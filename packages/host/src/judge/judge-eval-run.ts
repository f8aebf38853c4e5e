import { CancelledError, errorMessage } from '@vitrial/core/errors'
import { meanOf, type Judgment } from '@vitrial/core/judging'
import type { JudgingSummary } from '@vitrial/core/outcome'
import type { JudgeSessionArchive } from '@vitrial/core/ports'
import { judgeRunInputsOf } from '@vitrial/core/records'
import type { Redactor } from '@vitrial/core/redaction'
import { CallWatch } from '../model-calls/call-watch.ts'
import { startRunTime } from '../limits/run-time.ts'
import { parsedModel } from '../benchmark/trial-settings.ts'
import { gradeRecording } from './grade-recording.ts'
import { archiveJudgeRun } from './judge-archive.ts'
import type { JudgeExecution, JudgeRunPlan } from './judge-execution.ts'
import { judgeFailure, judgeStateOf } from './judge-failure.ts'
import { judgeFingerprint } from './judge-fingerprint.ts'
import { judgeOutput } from './tools/judge-output.ts'
import { judgeSystemPrompt } from './judge-system-prompt.ts'
import { JudgeTraffic } from './judge-traffic.ts'

/**
 * Has the judge agent grade a finalized recording. A judge that fails is a summary with its error, never a
 * judgment and never a zero. What could not be kept of its work is noted and decides nothing.
 *
 * @throws CancelledError when cancelled; StoreError if the results themselves cannot be written.
 */
export async function judgeEvalRun(execution: JudgeExecution): Promise<JudgingSummary> {
  const { parts, benchmarkRun, evalRunId, signal } = execution
  const { ids } = parts
  const { store } = benchmarkRun
  const time = startRunTime(parts.clock)
  const plan = await startJudgeRun(execution, time.startedAtMs)
  const output = judgeOutput()
  const directory = benchmarkRun.judgeRunDirectory(plan.id)
  await using traffic = await JudgeTraffic.open(directory, output)
  using calls = new CallWatch((exchange) => traffic.keep(exchange))
  using access = parts.gateway.open({
    runId: plan.id,
    stage: 'judge',
    model: parsedModel(plan.model),
    onExchange: calls.onExchange,
    onProgress: calls.onProgress,
  })
  using served = execution.judgeTools.open({
    judgeRunId: plan.id,
    metrics: plan.metrics,
    output,
    redactor: access.redactor,
  })
  const { tools } = served
  const redactor = access.redactor.and([tools.mcp.token])
  const graded = await gradeRecording(execution, plan, {
    access,
    calls,
    tools,
    time,
    output: output.reached,
  })
  const notes = [...graded.notes]
  // Calls still in flight are ended and handed over by this, so usage is read after it.
  await noting(notes, async () => access[Symbol.dispose]())
  await store.updateJudgeRun(plan.id, { archiveStartedAtMs: time.now() })
  const archive = {
    submissions: tools.submissions,
    evidenceReads: tools.evidenceReads,
    traffic,
    ...(graded.archive && { session: redactedArchive(graded.archive, redactor) }),
  }
  const files = await noting(notes, () => archiveJudgeRun(directory, archive))
  const result = {
    ...(notes.length > 0 && { detail: redactor.text(notes.join('\n')) }),
    completedAtMs: time.now(),
    usage: access.usage(),
    evidenceReads: tools.evidenceReads.length,
    rejectedSubmissions: tools.rejectedSubmissions,
    ...(files && { files }),
  }
  if (graded.metrics === undefined) {
    const failure = judgeFailure(graded.failure, signal)
    const state = judgeStateOf(failure)
    execution.onUsage(result.usage, state)
    const error = { ...failure.toRecord(), message: redactor.text(failure.message) }
    await store.finishJudgeRun(plan.id, { state, error, ...result })
    if (failure instanceof CancelledError) throw failure
    return { status: 'failed', error, judgeRunId: plan.id, usage: result.usage }
  }
  const judgment: Judgment = {
    id: ids.next(),
    evalRunId,
    metrics: [...graded.metrics],
    mean: meanOf(graded.metrics.map(({ value }) => value)),
    evidenceHash: graded.evidenceHash,
    checkpoint: graded.checkpoint,
  }
  execution.onUsage(result.usage, 'completed')
  await store.finishJudgeRun(plan.id, { state: 'completed', ...result }, judgment)
  return {
    status: 'judged',
    judgment,
    judgeModel: plan.model,
    evidenceReads: result.evidenceReads,
    rejectedSubmissions: result.rejectedSubmissions,
    judgeRunId: plan.id,
    usage: result.usage,
    ...(graded.startedAtMs !== undefined && { durationMs: result.completedAtMs - graded.startedAtMs }),
    scripted: parts.gateway.isScripted(parsedModel(plan.model)),
  }
}

/** What the judge said and was told, without what must not be kept. */
function redactedArchive(archive: JudgeSessionArchive, redactor: Redactor): JudgeSessionArchive {
  return {
    transcript: redactor.value(archive.transcript),
    configuration: redactor.value(archive.configuration),
  }
}

/** What is to be kept beside a verdict must not become it. */
async function noting<T>(notes: string[], keep: () => Promise<T>): Promise<T | undefined> {
  try {
    return await keep()
  } catch (error) {
    notes.push(errorMessage(error))
    return undefined
  }
}

/** Writes the judge run's row with everything that goes into it. */
async function startJudgeRun(execution: JudgeExecution, startedAtMs: number): Promise<JudgeRunPlan> {
  const { parts, benchmark, benchmarkRun, eval: loaded, evalRunId } = execution
  const { model, inputs, fingerprint, components } = await judgeFingerprint({ benchmark, eval: loaded })
  const { timeout: timeoutMs, websearch, kind } = inputs
  const systemPrompt = await judgeSystemPrompt(loaded.rubric)
  const { metrics } = loaded.rubric
  const plan = { id: parts.ids.next(), model, systemPrompt, metrics, timeoutMs, websearch }
  await benchmarkRun.store.startJudgeRun({
    id: plan.id,
    evalRunId,
    kind,
    model,
    agentVersion: await parts.judgeAgent.agentVersion(),
    vitrialVersion: parts.vitrialVersion,
    runtime: 'host',
    seat: 1,
    scripted: parts.gateway.isScripted(parsedModel(model)),
    judgeFingerprint: fingerprint,
    judgeInputs: components,
    inputs: {
      ...judgeRunInputsOf(inputs),
      systemPrompt,
      metrics,
      mode: 'final',
    },
    activity: 'queued',
    invocationId: benchmarkRun.invocationId,
    startedAtMs,
  })
  return plan
}
