import { JudgeError } from '@vitrial/core/errors'
import type { MetricJudgment } from '@vitrial/core/judging'
import type { JudgeSession, JudgeSessionArchive, JudgeTurn, ModelAccess } from '@vitrial/core/ports'
import { untilAborted } from '@vitrial/core/waiting'
import { parsedModel } from '../benchmark/trial-settings.ts'
import { deadlineAfter, startDeadline } from '../limits/deadlines.ts'
import { withinGrace } from '../limits/run-limits.ts'
import type { RunTime } from '../limits/run-time.ts'
import type { CallWatch } from '../model-calls/call-watch.ts'
import { evidenceOf } from '../results/benchmark-results.ts'
import type { JudgeExecution, JudgeRunPlan } from './judge-execution.ts'
import { failureByCalls, modelFailure, turnFailure } from './judge-failure.ts'
import { noted } from './noted.ts'
import type { JudgeToolsRun } from './tools/judge-tools-run.ts'
import type { PendingCheck } from './tools/pending-check.ts'

/** How long a judge may take to hand over its transcript; it may have to start again for that. */
const archiveMs = 60_000

/** The same when a person has cancelled, who waits for it. */
const archiveAfterCancelMs = 2_000

/** What a judge's work came to: graded metrics, or why there are none. */
export type Graded = {
  readonly archive?: JudgeSessionArchive
  /** What went wrong beside the judgment, in words: a transcript that could not be kept. */
  readonly notes: readonly string[]
} & (
  | {
      readonly metrics: readonly MetricJudgment[]
      readonly evidenceHash: string
      readonly checkpoint: number
      readonly startedAtMs: number
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
  judge: JudgeAccess,
): Promise<Graded> {
  const [asked] = await Promise.allSettled([askJudge(execution, plan, judge)])
  if (asked.status === 'rejected') {
    return { notes: [], failure: explained(asked.reason, execution, judge) }
  }
  const { pending, turn, archive, notes, startedAtMs } = asked.value
  const kept = { notes, ...(archive && { archive }) }
  // Where the judge's tools were called, the answer was put: see judge-tools-run.ts.
  const { answer, view } = pending
  if (answer?.status === 'submitted') {
    const { evidenceHash, checkpoint } = view
    return { ...kept, metrics: answer.metrics, evidenceHash, checkpoint, startedAtMs }
  }
  if (answer?.status === 'unreadable') return { ...kept, failure: answer.error }
  return { ...kept, failure: explained(failureOf(turn, judge), execution, judge) }
}

/** A judge that was asked, and has ended. */
interface AskedJudge {
  readonly pending: PendingCheck
  readonly turn: PromiseSettledResult<JudgeTurn>
  readonly archive?: JudgeSessionArchive | undefined
  readonly notes: readonly string[]
  readonly startedAtMs: number
}

/** @throws whatever kept the judge from being asked. */
async function askJudge(
  execution: JudgeExecution,
  plan: JudgeRunPlan,
  judge: JudgeAccess,
): Promise<AskedJudge> {
  const { parts, benchmarkRun, evalRunId, signal } = execution
  const { store } = benchmarkRun
  const { calls, tools, time } = judge
  const queuedAtMs = time.now()
  using _place = await execution.admission.admitted()
  const startedAtMs = time.now()
  await store.updateJudgeRun(plan.id, { activity: 'finalizing', executionStartedAtMs: startedAtMs })
  const view = await evidenceOf(benchmarkRun, evalRunId)
  const request = { requestId: parts.ids.next(), phase: 'final' as const }
  const pending = tools.expect({ ...request, checkId: parts.ids.next() }, view)
  const limits = AbortSignal.any([
    calls.start(plan.timeoutMs, execution.providerPatienceMs),
    signal,
    judge.output,
    tools.hopeless,
    judge.access.failure,
  ])
  const session = await openSession(execution, plan, judge, limits)
  const [turn] = await Promise.allSettled([withinGrace(session.grade(request, limits), limits)])
  calls[Symbol.dispose]()
  const archive = await noted(
    () => archiveOf(session, signal),
    (message) => `The judge's transcript could not be kept: ${message}`,
  )
  const saved = await noted(() =>
    store.saveCheck({
      id: pending.check.checkId,
      judgeRunId: plan.id,
      ...request,
      checkpoint: pending.view.checkpoint,
      queuedAtMs,
      startedAtMs,
      completedAtMs: time.now(),
      outcome: pending.answer?.status === 'submitted' ? 'submitted' : 'none',
    }),
  )
  const closed = await noted(() => session[Symbol.asyncDispose]())
  const notes = [...archive.notes, ...saved.notes, ...closed.notes]
  return { pending, turn, archive: archive.value, notes, startedAtMs }
}

async function openSession(
  { parts }: JudgeExecution,
  plan: JudgeRunPlan,
  { access, tools }: JudgeAccess,
  signal: AbortSignal,
): Promise<JudgeSession> {
  const ref = parsedModel(plan.model)
  const task = {
    judgeRunId: plan.id,
    systemPrompt: plan.systemPrompt,
    model: { url: parts.gateway.url, token: access.token, ref, entry: parts.gateway.entryOf(ref) },
    tools,
    websearch: plan.websearch,
  }
  return await parts.judgeAgent.open(task, signal)
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

/** Why a turn brought no judgment, if it brought none. */
function failureOf(turn: PromiseSettledResult<JudgeTurn>, { tools, output }: JudgeAccess): unknown {
  for (const { aborted, reason } of [output, tools.hopeless]) if (aborted) return reason
  return turn.status === 'fulfilled' ? turnFailure(turn.value, tools.rejection) : turn.reason
}

/** A failure by what explains it: a model that was not served, whatever the judge made of that. */
function explained(failure: unknown, { signal }: JudgeExecution, { calls, access }: JudgeAccess): unknown {
  const ofModel: unknown = calls.ended ?? (access.failure.aborted ? access.failure.reason : undefined)
  if (ofModel !== undefined && !signal.aborted) return modelFailure(ofModel)
  return failureByCalls(failure, calls.standing())
}
