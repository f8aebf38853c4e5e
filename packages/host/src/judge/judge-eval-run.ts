import {
  CancelledError,
  meanOf,
  judgeRunInputsOf,
  type JudgeSessionArchive,
  type Judgment,
  type JudgingSummary,
  type Metric,
  type MetricJudgment,
  type ModelAccess,
  type ModelEndpoint,
  type ModelExchange,
} from '@vitrial/core'
import type { BenchmarkRun } from '../benchmark-run/benchmark-run.ts'
import type { HostParts } from '../host-parts.ts'
import type { LoadedBenchmark, LoadedEval } from '../load-benchmark/loaded-benchmark.ts'
import { openRecordingReader } from '../recording/recording-reader.ts'
import { startLimits, withinGrace } from '../trial/run-limits.ts'
import { parsedModel } from '../trial/trial-settings.ts'
import { archiveJudgeRun } from './judge-archive.ts'
import { judgeFailure, judgeStateOf, turnFailure } from './judge-failure.ts'
import { judgeFingerprint } from './judge-fingerprint.ts'
import { judgeSystemPrompt } from './judge-system-prompt.ts'
import type { JudgeToolsEndpoint } from './judge-tools-endpoint.ts'
import type { JudgeToolsRun } from './judge-tools-run.ts'
import type { PendingCheck } from './pending-check.ts'

/** One grading to carry out, with all it needs. */
export interface JudgeExecution {
  readonly parts: HostParts
  readonly benchmark: LoadedBenchmark
  readonly benchmarkRun: BenchmarkRun
  readonly eval: LoadedEval
  readonly evalRunId: string
  readonly judgeTools: JudgeToolsEndpoint
  /** Waits for a place to work in. */
  readonly admit: (signal: AbortSignal) => Promise<Disposable>
  readonly signal: AbortSignal
}

/** What is fixed about a judge run when it starts. */
interface JudgeRunPlan {
  readonly id: string
  readonly model: string
  readonly systemPrompt: string
  readonly metrics: readonly Metric[]
  readonly timeoutMs: number
  readonly websearch: boolean
}

/**
 * Has the judge agent grade a finalized recording. A judge that fails is a summary with its error, never a
 * judgment and never a zero.
 *
 * @throws CancelledError when cancelled; StoreError if the results themselves cannot be written.
 */
export async function judgeEvalRun(execution: JudgeExecution): Promise<JudgingSummary> {
  const { parts, benchmarkRun, evalRunId, signal } = execution
  const { clock, ids } = parts
  const { store } = benchmarkRun
  const plan = await startJudgeRun(execution)
  const traffic: ModelExchange[] = []
  using access = parts.gateway.open({
    runId: plan.id,
    stage: 'judge',
    model: parsedModel(plan.model),
    onExchange: (exchange) => traffic.push(exchange),
  })
  using served = execution.judgeTools.open({ judgeRunId: plan.id, metrics: plan.metrics })
  const { tools } = served
  const graded = await grade(execution, plan, access, tools)
  // Calls still in flight are ended and handed over by this, so usage is read after it.
  access[Symbol.dispose]()

  await store.updateJudgeRun(plan.id, { archiveStartedAtMs: clock.now() })
  await archiveJudgeRun(benchmarkRun.judgeRunDirectory(plan.id), {
    submissions: tools.submissions,
    evidenceReads: tools.evidenceReads,
    traffic,
    ...(graded.archive && { session: graded.archive }),
  })
  const result = {
    completedAtMs: clock.now(),
    usage: access.usage(),
    evidenceReads: tools.evidenceReads.length,
    rejectedSubmissions: tools.rejectedSubmissions,
  }
  if (graded.metrics === undefined) {
    const error = judgeFailure(graded.failure, signal)
    await store.finishJudgeRun(plan.id, { state: judgeStateOf(error), error: error.toRecord(), ...result })
    if (error instanceof CancelledError) throw error
    return { status: 'failed', error: error.toRecord(), judgeRunId: plan.id, usage: result.usage }
  }
  const judgment: Judgment = {
    id: ids.next(),
    evalRunId,
    metrics: [...graded.metrics],
    mean: meanOf(graded.metrics.map(({ value }) => value)),
    evidenceHash: graded.evidenceHash,
    checkpoint: graded.checkpoint,
  }
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

/** Writes the judge run's row with everything that goes into it. */
async function startJudgeRun(execution: JudgeExecution): Promise<JudgeRunPlan> {
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
    seat: 1,
    scripted: parts.gateway.isScripted(parsedModel(model)),
    judgeFingerprint: fingerprint,
    judgeInputs: components,
    inputs: {
      ...judgeRunInputsOf(inputs),
      systemPrompt,
      metrics,
      mode: 'final',
      runtime: 'host',
    },
    activity: 'queued',
    startedAtMs: parts.clock.now(),
  })
  return plan
}

/** What a judge's work came to: graded metrics, or why there are none. */
type Graded = { archive?: JudgeSessionArchive; startedAtMs?: number } & (
  | { metrics: readonly MetricJudgment[]; evidenceHash: string; checkpoint: number }
  | { metrics?: undefined; failure: unknown }
)

/** One turn of the judge over the finished recording. */
async function grade(
  execution: JudgeExecution,
  plan: JudgeRunPlan,
  access: ModelAccess,
  tools: JudgeToolsRun,
): Promise<Graded> {
  const { parts, benchmarkRun, evalRunId, signal } = execution
  const { store } = benchmarkRun
  const queuedAtMs = parts.clock.now()
  let archive: JudgeSessionArchive | undefined
  let pending: PendingCheck | undefined
  let failure: unknown
  let startedAtMs: number | undefined
  try {
    using _place = await execution.admit(signal)
    startedAtMs = parts.clock.now()
    await store.updateJudgeRun(plan.id, { activity: 'finalizing', executionStartedAtMs: startedAtMs })
    const reader = await openRecordingReader(benchmarkRun.recordingDirectory(evalRunId), benchmarkRun.objects)
    const request = { requestId: parts.ids.next(), phase: 'final' as const }
    const checkId = parts.ids.next()
    pending = tools.expect({ ...request, checkId }, reader.evidenceView())
    using limits = startLimits(plan.timeoutMs, signal)
    await using session = await parts.judgeAgent.open(
      {
        judgeRunId: plan.id,
        systemPrompt: plan.systemPrompt,
        model: modelEndpoint(execution, plan, access),
        tools,
        websearch: plan.websearch,
      },
      limits.signal,
    )
    try {
      failure = turnFailure(await withinGrace(session.grade(request, limits.signal), limits.signal))
    } finally {
      archive = await session.archive()
    }
    await store.saveCheck({
      id: checkId,
      judgeRunId: plan.id,
      ...request,
      checkpoint: pending.view.checkpoint,
      queuedAtMs,
      startedAtMs,
      completedAtMs: parts.clock.now(),
      outcome: pending.answer?.status === 'submitted' ? 'submitted' : 'none',
    })
  } catch (thrown) {
    failure = thrown
  }
  const answer = pending?.answer
  const kept = { ...(archive && { archive }), ...(startedAtMs !== undefined && { startedAtMs }) }
  // An accepted submission stands, whatever happened to the judge after it.
  if (pending && answer?.status === 'submitted') {
    const { evidenceHash, checkpoint } = pending.view
    return { ...kept, metrics: answer.metrics, evidenceHash, checkpoint }
  }
  return { ...kept, failure: answer?.status === 'unreadable' ? answer.error : failure }
}

function modelEndpoint({ parts }: JudgeExecution, plan: JudgeRunPlan, access: ModelAccess): ModelEndpoint {
  const ref = parsedModel(plan.model)
  return { url: parts.gateway.url, token: access.token, ref, entry: parts.gateway.entryOf(ref) }
}
