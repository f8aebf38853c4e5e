import { errorMessage, JudgeError } from '@vitrial/core/errors'
import type { MetricJudgment } from '@vitrial/core/judging'
import type { JudgeSession, JudgeSessionArchive, ModelAccess, ModelEndpoint } from '@vitrial/core/ports'
import { untilAborted } from '@vitrial/core/waiting'
import type { CallWatch } from '../model-calls/call-watch.ts'
import { expectedRecording } from '../results/benchmark-results.ts'
import { openRecordingReader } from '../recording/recording-reader.ts'
import { deadlineAfter, startDeadline } from '../limits/deadlines.ts'
import { withinGrace } from '../limits/run-limits.ts'
import type { RunTime } from '../limits/run-time.ts'
import { parsedModel } from '../benchmark/trial-settings.ts'
import type { JudgeExecution, JudgeRunPlan } from './judge-execution.ts'
import { failureByCalls, modelFailure, turnFailure } from './judge-failure.ts'
import type { JudgeToolsRun } from './tools/judge-tools-run.ts'
import type { PendingCheck } from './tools/pending-check.ts'

/** How long a judge may take to hand over its transcript; it may have to start again for that. */
const archiveMs = 60_000

/** The same when a person has cancelled, who waits for it. */
const archiveAfterCancelMs = 2_000

/** What a judge's work came to: graded metrics, or why there are none. */
export type Graded = {
  readonly archive?: JudgeSessionArchive
  /** What went wrong beside the verdict, in words: a transcript that could not be kept. */
  readonly notes: readonly string[]
  readonly startedAtMs?: number
} & (
  | {
      readonly metrics: readonly MetricJudgment[]
      readonly evidenceHash: string
      readonly checkpoint: number
    }
  | { readonly metrics?: undefined; readonly failure: unknown }
)

/** The model and the tools of one judge run. */
export interface JudgeAccess {
  readonly access: ModelAccess
  /** Follows its model calls. */
  readonly calls: CallWatch
  readonly tools: JudgeToolsRun
  readonly time: RunTime
  /** Aborts when there is too much to keep of it. */
  readonly output: AbortSignal
}

/** One turn of the judge over the finished recording. An accepted submission stands, whatever happens after it. */
export async function gradeRecording(
  execution: JudgeExecution,
  plan: JudgeRunPlan,
  { access, calls, tools, time, output }: JudgeAccess,
): Promise<Graded> {
  const { parts, benchmarkRun, evalRunId, signal } = execution
  const { store } = benchmarkRun
  const queuedAtMs = time.now()
  const notes: string[] = []
  let archive: JudgeSessionArchive | undefined
  let pending: PendingCheck | undefined
  let failure: unknown
  let startedAtMs: number | undefined
  try {
    using _place = await execution.admit(signal)
    startedAtMs = time.now()
    await store.updateJudgeRun(plan.id, { activity: 'finalizing', executionStartedAtMs: startedAtMs })
    const reader = await openRecordingReader(
      benchmarkRun.recordingDirectory(evalRunId),
      benchmarkRun.objects,
      await expectedRecording(store, evalRunId),
    )
    const request = { requestId: parts.ids.next(), phase: 'final' as const }
    const checkId = parts.ids.next()
    pending = tools.expect({ ...request, checkId }, reader.evidenceView())
    const limits = AbortSignal.any([
      calls.start(plan.timeoutMs, execution.providerPatienceMs),
      signal,
      output,
      tools.hopeless,
      access.failure,
    ])
    await using session = await parts.judgeAgent.open(
      {
        judgeRunId: plan.id,
        systemPrompt: plan.systemPrompt,
        model: modelEndpoint(execution, plan, access),
        tools,
        websearch: plan.websearch,
      },
      limits,
    )
    try {
      const turn = await withinGrace(session.grade(request, limits), limits)
      failure = turnFailure(turn, tools.rejection)
    } catch (thrown) {
      failure = thrown
    }
    calls[Symbol.dispose]()
    for (const { aborted, reason } of [tools.hopeless, output]) if (aborted) failure = reason
    try {
      archive = await archiveOf(session, signal)
    } catch (thrown) {
      notes.push(`The judge's transcript could not be kept: ${errorMessage(thrown)}`)
    }
    await store.saveCheck({
      id: checkId,
      judgeRunId: plan.id,
      ...request,
      checkpoint: pending.view.checkpoint,
      queuedAtMs,
      startedAtMs,
      completedAtMs: time.now(),
      outcome: pending.answer?.status === 'submitted' ? 'submitted' : 'none',
    })
  } catch (thrown) {
    if (failure === undefined) failure = thrown
    else notes.push(errorMessage(thrown))
  }
  const answer = pending?.answer
  const kept = {
    notes,
    ...(archive && { archive }),
    ...(startedAtMs !== undefined && { startedAtMs }),
  }
  if (pending && answer?.status === 'submitted') {
    const { evidenceHash, checkpoint } = pending.view
    return { ...kept, metrics: answer.metrics, evidenceHash, checkpoint }
  }
  if (answer?.status === 'unreadable') return { ...kept, failure: answer.error }
  const ofModel: unknown = calls.ended ?? (access.failure.aborted ? access.failure.reason : undefined)
  if (ofModel !== undefined && !signal.aborted) return { ...kept, failure: modelFailure(ofModel) }
  return { ...kept, failure: failureByCalls(failure, calls.standing()) }
}

/** @throws whatever the judge's archive failed with, or that it took too long. */
async function archiveOf(session: JudgeSession, cancelled: AbortSignal): Promise<JudgeSessionArchive> {
  const late = new JudgeError(
    'VITRIAL_JUDGE_INTERNAL',
    `The judge did not hand over its transcript within ${archiveMs / 1000} s.`,
  )
  using deadline = startDeadline(archiveMs, late)
  using afterCancel = deadlineAfter(cancelled, archiveAfterCancelMs)
  const signal = AbortSignal.any([deadline.signal, afterCancel.signal])
  return await untilAborted(session.archive(signal), signal)
}

function modelEndpoint({ parts }: JudgeExecution, plan: JudgeRunPlan, access: ModelAccess): ModelEndpoint {
  const ref = parsedModel(plan.model)
  return { url: parts.gateway.url, token: access.token, ref, entry: parts.gateway.entryOf(ref) }
}
