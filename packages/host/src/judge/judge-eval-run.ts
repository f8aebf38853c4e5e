import {
  CancelledError,
  JudgeError,
  errorMessage,
  judgeProtocol,
  meanOf,
  type Judgment,
  type JudgeRunState,
  type JudgeSessionArchive,
  type JudgeTurn,
  type JudgingSummary,
  type ModelAccess,
  type ModelExchange,
} from '@vitrial/core'
import type { BenchmarkRun } from '../benchmark-run/benchmark-run.ts'
import { fingerprintOf } from '../fingerprint.ts'
import type { HostParts } from '../host-parts.ts'
import type { LoadedBenchmark, LoadedEval } from '../load-benchmark/loaded-benchmark.ts'
import { openRecordingReader } from '../recording/recording-reader.ts'
import { isTimeout, startLimits, withinGrace } from '../trial/run-limits.ts'
import { parsedModel } from '../trial/trial-settings.ts'
import { archiveJudgeRun } from './judge-archive.ts'
import type { JudgeToolsEndpoint } from './judge-tools-endpoint.ts'
import type { JudgeToolsRun } from './judge-tools.ts'
import { judgeSystemPrompt } from './judge-system-prompt.ts'

/** One grading to carry out, with all it needs. */
export interface JudgeExecution {
  readonly parts: HostParts
  readonly benchmark: LoadedBenchmark
  readonly benchmarkRun: BenchmarkRun
  readonly eval: LoadedEval
  readonly evalRunId: string
  readonly tools: JudgeToolsEndpoint
  /** Waits for a place to work in. */
  readonly admit: (signal: AbortSignal) => Promise<Disposable>
  readonly signal: AbortSignal
}

/**
 * Has the judge agent grade a finalized recording. A judge that fails is a summary with its error, never a
 * judgment and never a zero.
 *
 * @throws CancelledError when cancelled; StoreError if the results themselves cannot be written.
 */
export async function judgeEvalRun(execution: JudgeExecution): Promise<JudgingSummary> {
  const { parts, benchmark, benchmarkRun, eval: loaded, evalRunId, signal } = execution
  const { model, timeoutMs, websearch } = benchmark.settings.judge ?? {}
  if (model === undefined || timeoutMs === undefined) {
    throw new JudgeError('VITRIAL_JUDGE_INTERNAL', 'A judgment was asked for in a benchmark without a judge.')
  }
  const judgeRunId = parts.ids.next()
  const systemPrompt = await judgeSystemPrompt(loaded.rubric)
  const agentVersion = await parts.judgeAgent.agentVersion()
  await benchmarkRun.store.startJudgeRun({
    id: judgeRunId,
    evalRunId,
    kind: 'agent',
    model,
    agentVersion,
    seat: 1,
    scripted: parts.gateway.isScripted(parsedModel(model)),
    judgeFingerprint: fingerprintOf({
      kind: 'agent',
      protocol: judgeProtocol,
      systemPrompt,
      metrics: loaded.rubric.metrics.map(({ id }) => id),
      model,
      modelEntry: parts.gateway.entryOf(parsedModel(model)),
      agentVersion,
      timeoutMs,
      websearch: websearch ?? false,
    }),
    inputs: {
      systemPrompt,
      rubric: loaded.rubric.text,
      metrics: loaded.rubric.metrics,
      mode: 'final',
      runtime: 'host',
      protocol: judgeProtocol,
      timeoutMs,
      websearch: websearch ?? false,
    },
    activity: 'queued',
    startedAtMs: parts.clock.now(),
  })
  const opened = { judgeRunId, systemPrompt, model, timeoutMs, websearch: websearch ?? false }
  const traffic: ModelExchange[] = []
  using access = parts.gateway.open({
    runId: judgeRunId,
    stage: 'judge',
    model: parsedModel(model),
    onExchange: (exchange) => traffic.push(exchange),
  })
  using tools = execution.tools.open({ judgeRunId, metrics: loaded.rubric.metrics, clock: parts.clock })
  const graded = await grade(execution, opened, access, tools)
  await benchmarkRun.store.updateJudgeRun(judgeRunId, { archiveStartedAtMs: parts.clock.now() })
  await archiveJudgeRun(benchmarkRun.judgeRunDirectory(judgeRunId), {
    tools: tools.record(),
    traffic,
    ...(graded.archive && { session: graded.archive }),
  })
  const accepted = tools.accepted
  const counts = {
    completedAtMs: parts.clock.now(),
    usage: access.usage(),
    evidenceReads: tools.evidenceReads,
    rejectedSubmissions: tools.rejectedSubmissions,
  }
  if (accepted === undefined) {
    const error = judgeFailure(graded.failure, timeoutMs)
    const state = judgeStateOf(error)
    await benchmarkRun.store.finishJudgeRun(judgeRunId, { state, error: error.toRecord(), ...counts })
    if (error instanceof CancelledError) throw error
    return { status: 'failed', error: error.toRecord() }
  }
  const judgment: Judgment = {
    id: parts.ids.next(),
    evalRunId,
    metrics: [...accepted.metrics],
    mean: meanOf(accepted.metrics.map(({ value }) => value)),
    evidenceHash: accepted.evidenceHash,
    checkpoint: accepted.checkpoint,
  }
  await benchmarkRun.store.finishJudgeRun(judgeRunId, { state: 'completed', ...counts }, judgment)
  return {
    status: 'judged',
    judgment,
    judgeModel: model,
    evidenceReads: counts.evidenceReads,
    rejectedSubmissions: counts.rejectedSubmissions,
  }
}

interface OpenedJudgeRun {
  readonly judgeRunId: string
  readonly systemPrompt: string
  readonly model: string
  readonly timeoutMs: number
  readonly websearch: boolean
}

/** What a turn of the judge left, beside what it submitted, which is with the tools. */
interface Graded {
  archive?: JudgeSessionArchive
  failure?: unknown
}

/** One turn of the judge over the finished recording. */
async function grade(
  execution: JudgeExecution,
  judgeRun: OpenedJudgeRun,
  access: ModelAccess,
  tools: JudgeToolsRun,
): Promise<Graded> {
  const { parts, benchmarkRun, evalRunId, signal } = execution
  const ref = parsedModel(judgeRun.model)
  const graded: Graded = {}
  try {
    using _place = await execution.admit(signal)
    await benchmarkRun.store.updateJudgeRun(judgeRun.judgeRunId, {
      activity: 'finalizing',
      executionStartedAtMs: parts.clock.now(),
    })
    const reader = await openRecordingReader(benchmarkRun.recordingDirectory(evalRunId), benchmarkRun.objects)
    const requestId = parts.ids.next()
    tools.expect({ requestId, phase: 'final' }, reader.evidenceView())
    using limits = startLimits(judgeRun.timeoutMs, signal)
    await using session = await parts.judgeAgent.open(
      {
        judgeRunId: judgeRun.judgeRunId,
        systemPrompt: judgeRun.systemPrompt,
        model: { url: parts.gateway.url, token: access.token, ref, entry: parts.gateway.entryOf(ref) },
        tools,
        websearch: judgeRun.websearch,
      },
      limits.signal,
    )
    try {
      const turn = await withinGrace(
        session.grade({ requestId, phase: 'final' }, limits.signal),
        limits.signal,
      )
      graded.failure = turnFailure(turn)
    } finally {
      graded.archive = await session.archive()
    }
  } catch (thrown) {
    graded.failure ??= thrown
  }
  return graded
}

/** Why a turn that brought no accepted submission failed. */
function turnFailure(turn: JudgeTurn): JudgeError {
  const because = turn.detail === undefined ? '' : ` ${turn.detail}`
  switch (turn.status) {
    case 'ended':
      return new JudgeError(
        'VITRIAL_JUDGE_NO_SUBMISSION',
        `The judge ended without a submission that could be accepted.${because} Rejudge it; the judge run keeps its transcript and what was rejected.`,
      )
    case 'crashed':
      return new JudgeError(
        'VITRIAL_JUDGE_CRASHED',
        `The judge agent ended unexpectedly.${because} Rejudge it.`,
      )
    case 'provider_failed':
      return new JudgeError(
        'VITRIAL_JUDGE_PROVIDER',
        `The judge model's provider failed.${because} Rejudge when it is available again.`,
      )
  }
}

/** What went wrong, as one of the judge's own errors or the cancellation. */
function judgeFailure(thrown: unknown, timeoutMs: number): JudgeError | CancelledError {
  if (thrown instanceof JudgeError || thrown instanceof CancelledError) return thrown
  if (isTimeout(thrown)) {
    return new JudgeError(
      'VITRIAL_JUDGE_TIMED_OUT',
      `The judge did not submit within ${timeoutMs} ms (judge.timeoutMs). Raise the limit or rejudge.`,
      { cause: thrown },
    )
  }
  return new JudgeError('VITRIAL_JUDGE_INTERNAL', `Judging failed: ${errorMessage(thrown)}. Rejudge it.`, {
    cause: thrown,
  })
}

function judgeStateOf(error: JudgeError | CancelledError): Exclude<JudgeRunState, 'running' | 'completed'> {
  if (error instanceof CancelledError) return 'cancelled'
  return error.code === 'VITRIAL_JUDGE_TIMED_OUT' ? 'timed_out' : 'failed'
}
