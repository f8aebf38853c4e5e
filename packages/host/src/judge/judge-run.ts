import { CancelledError } from '@vitrial/core/errors'
import { meanOf, type Judgment } from '@vitrial/core/judging'
import type { JudgingSummary } from '@vitrial/core/outcome'
import type { Usage } from '@vitrial/core/recording'
import { judgeRunInputsOf, type JudgeRunResult } from '@vitrial/core/records'
import type { Redactor } from '@vitrial/core/redaction'
import { parsedModel } from '../benchmark/trial-settings.ts'
import type { Graded } from './grade-recording.ts'
import type { JudgeExecution, JudgeRunPlan } from './judge-execution.ts'
import { judgeFailure, judgeStateOf } from './judge-failure.ts'
import { judgeFingerprint } from './judge-fingerprint.ts'
import { judgeSystemPrompt } from './judge-system-prompt.ts'

/** A judge run that has ended, but for its row. */
export interface EndedJudgeRun {
  readonly graded: Graded
  /** What its row is to say, but for its state. */
  readonly result: Omit<JudgeRunResult, 'state' | 'error'>
  /** Takes out of its failure what must not be kept. */
  readonly redactor: Redactor
}

/** What a grading came to and used. */
export interface GradingEnd {
  readonly state: JudgeRunResult['state']
  readonly usage: Usage
  /** As a test is told; the cancellation where it was cancelled. */
  readonly judging: JudgingSummary | CancelledError
}

/** Writes the judge run's row with everything that goes into it. */
export async function startJudgeRun(execution: JudgeExecution, startedAtMs: number): Promise<JudgeRunPlan> {
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

/** Ends the judge run's row, with the judgment that it made. */
export async function finishJudgeRun(
  execution: JudgeExecution,
  plan: JudgeRunPlan,
  { graded, result, redactor }: EndedJudgeRun,
): Promise<GradingEnd> {
  const { parts, benchmarkRun, evalRunId, signal } = execution
  const { usage } = result
  if (graded.metrics === undefined) {
    const failure = judgeFailure(graded.failure, signal)
    const state = judgeStateOf(failure)
    const error = { ...failure.toRecord(), message: redactor.text(failure.message) }
    await benchmarkRun.store.finishJudgeRun(plan.id, { state, error, ...result })
    if (failure instanceof CancelledError) return { state, usage, judging: failure }
    return { state, usage, judging: { status: 'failed', error, judgeRunId: plan.id, usage } }
  }
  const judgment: Judgment = {
    id: parts.ids.next(),
    evalRunId,
    metrics: [...graded.metrics],
    mean: meanOf(graded.metrics.map(({ value }) => value)),
    evidenceHash: graded.evidenceHash,
    checkpoint: graded.checkpoint,
  }
  await benchmarkRun.store.finishJudgeRun(plan.id, { state: 'completed', ...result }, judgment)
  const judging = {
    status: 'judged' as const,
    judgment,
    judgeModel: plan.model,
    evidenceReads: result.evidenceReads,
    rejectedSubmissions: result.rejectedSubmissions,
    judgeRunId: plan.id,
    usage,
    durationMs: result.completedAtMs - graded.startedAtMs,
    scripted: parts.gateway.isScripted(parsedModel(plan.model)),
  }
  return { state: 'completed', usage, judging }
}
