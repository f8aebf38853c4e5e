import { spendingOf } from '@vitrial/core/cost'
import { memoryEvidenceView, type EvidenceView } from '@vitrial/core/evidence'
import { meanOf, type Judgment, type MetricJudgment } from '@vitrial/core/judging'
import { noUsage, type NewEvent, type RecordedEvent } from '@vitrial/core/recording'
import type {
  EvalRunRecord,
  EvalRunResult,
  JudgeRunRecord,
  JudgeRunResult,
  RunCost,
  TrialRecord,
} from '@vitrial/core/records'
import { benchmarkSettingsSchema } from '@vitrial/core/settings'
import { trialsOf, type Trial } from '@vitrial/core/trial'
import type { ReportEval, ReportInput } from './report-input.ts'

const startedAtMs = Date.UTC(2026, 10, 30, 14, 25, 11)

/** What a test says of one trial; the rest is usual. */
export interface TrialSketch {
  readonly values?: readonly (number | null)[]
  readonly evalRun?: Partial<EvalRunResult> & {
    /** False: nothing was finalized. @default true */
    readonly isKept?: boolean
  }
  readonly judgeRun?: Partial<JudgeRunResult>
  readonly metric?: (index: number) => Partial<MetricJudgment>
}

/** A benchmark of these evals and models in which each trial is what the sketch of it says. */
export function reportInput(options: {
  readonly evals: readonly ReportEval[]
  readonly models?: readonly string[]
  readonly repetitions?: number
  readonly sketch?: (trial: Trial) => TrialSketch | undefined
  readonly evidence?: (trial: Trial) => EvidenceView
  readonly scripted?: boolean
  readonly name?: string
}): ReportInput {
  const { evals, models = ['scripted/careful', 'scripted/hasty'], repetitions = 1, scripted = true } = options
  const ids = evals.map(({ id }) => id)
  const plan = trialsOf({ evalIds: ids, models, repetitions })
  const trials = plan.map((trial) =>
    trialRecord(trial, evals, scripted, options.sketch ? options.sketch(trial) : {}),
  )
  return {
    run: {
      id: 'run_1',
      name: options.name ?? 'quickstart',
      state: 'running',
      startedAtMs,
      updatedAtMs: startedAtMs,
      owner: { machine: 'here', pid: 1, startedAtMs: 0 },
      invocationId: 'invocation_1',
      definition: benchmarkSettingsSchema.parse({ models: ['a/b'], judge: { model: 'a/judge' } }),
    },
    evals,
    models,
    repetitions,
    trials,
    spending: spendingOf({
      trialIds: plan.map(({ id }) => id),
      invocationId: 'invocation_1',
      costs: costsOf(trials),
    }),
    evidence: async (evalRunId) => {
      const trial = plan.find(({ id }) => `run ${id}` === evalRunId)
      if (!trial) throw new Error('There is no such recording.')
      return options.evidence ? options.evidence(trial) : sampleRecording()
    },
    resultsName: '2026-11-30T14-25-11Z-7f3a',
    writtenAtMs: startedAtMs + 95_000,
    activeMs: 42_000,
  }
}

/** What the runs of these trials cost, all of them selected. */
function costsOf(trials: readonly TrialRecord[]): readonly RunCost[] {
  return trials.flatMap(({ trial, evalRun, judgeRun }): readonly RunCost[] => {
    const { id: trialId, evalId, model } = trial
    const known = { trialId, evalId, model, isSelected: true, invocationId: 'invocation_1', timeMs: 9_000 }
    return [
      ...(evalRun && evalRun.state !== 'running'
        ? [
            {
              ...known,
              id: evalRun.id,
              stage: 'candidate' as const,
              state: evalRun.state,
              usage: evalRun.usage,
            },
          ]
        : []),
      ...(judgeRun && judgeRun.state !== 'running'
        ? [
            {
              ...known,
              id: judgeRun.id,
              stage: 'judge' as const,
              state: judgeRun.state,
              usage: judgeRun.usage,
            },
          ]
        : []),
    ]
  })
}

/** Undefined: not run yet. */
function trialRecord(
  trial: Trial,
  evals: readonly ReportEval[],
  scripted: boolean,
  sketch: TrialSketch | undefined,
): TrialRecord {
  if (!sketch) return { trial }
  const metrics = evals.find(({ id }) => id === trial.evalId)?.metrics ?? []
  const { isKept = true, ...result } = sketch.evalRun ?? {}
  const evalRun: EvalRunRecord = {
    id: `run ${trial.id}`,
    benchmarkRunId: 'run_1',
    trialId: trial.id,
    attempt: 1,
    evalId: trial.evalId,
    model: trial.model,
    harness: 'opencode',
    agentVersion: '1.18.33',
    vitrialVersion: '0.1.0',
    runtime: 'process',
    contained: false,
    scripted,
    candidateFingerprint: 'f',
    candidateInputs: {},
    invocationId: 'invocation_1',
    startedAtMs,
    executionStartedAtMs: startedAtMs + 100,
    state: 'completed',
    ...(isKept && { evidenceHash: '3f2a91c04b7e1d2288990011aabbccdd3f2a91c04b7e1d2288990011aabbccdd' }),
    completedAtMs: startedAtMs + 9_100,
    usage: { ...noUsage, calls: 3, inputTokens: 15_200, outputTokens: 640, costUsd: 0.0021 },
    measurements: [],
    ...result,
  }
  const judgeRun: JudgeRunRecord = {
    id: `judge ${trial.id}`,
    evalRunId: evalRun.id,
    kind: 'agent',
    model: 'scripted/judge',
    agentVersion: '1.18.33',
    vitrialVersion: '0.1.0',
    runtime: 'host',
    seat: 1,
    scripted,
    judgeFingerprint: 'j',
    judgeInputs: {},
    invocationId: 'invocation_1',
    inputs: {
      systemPrompt: '',
      profile: '',
      modelSettings: {},
      rubric: '',
      metrics,
      mode: 'final',
      protocol: 1,
      timeoutMs: 1,
      websearch: false,
    },
    activity: 'finalizing',
    startedAtMs: startedAtMs + 9_200,
    executionStartedAtMs: startedAtMs + 10_000,
    state: 'completed',
    completedAtMs: startedAtMs + 12_000,
    usage: { ...noUsage, calls: 2, inputTokens: 20_000, outputTokens: 300, costUsd: 0.003 },
    evidenceReads: 3,
    rejectedSubmissions: 0,
    ...sketch.judgeRun,
  }
  const isJudged = isKept && judgeRun.state === 'completed'
  return {
    trial,
    evalRun,
    ...(isKept && { judgeRun }),
    ...(isJudged && { judgment: judgmentOf(evalRun.id, metrics, sketch) }),
  }
}

function judgmentOf(evalRunId: string, metrics: ReportEval['metrics'], sketch: TrialSketch): Judgment {
  const values = metrics.map((_, index) => (sketch.values?.[index] === undefined ? 1 : sketch.values[index]))
  return {
    id: `judgment ${evalRunId}`,
    evalRunId,
    metrics: metrics.map(({ id, label }, index) => ({
      id,
      label,
      value: values[index] ?? null,
      reason:
        values[index] === 1
          ? 'The agent runs the tests, reads the failure and corrects the operator.'
          : 'The agent never runs the tests after its change.',
      evidence: [
        { kind: 'tool', id: 'call_1', quote: '1 failed' },
        { kind: 'response', quote: 'The sum was wrong' },
        { kind: 'artifact', path: 'src/sum.ts', revision: 'final', quote: 'return a + b' },
      ],
      ...sketch.metric?.(index),
    })),
    mean: meanOf(values),
    evidenceHash: 'h',
    checkpoint: 1,
  }
}

/** Gives events their place and time. */
export function recorded(events: readonly NewEvent[]): readonly RecordedEvent[] {
  return events.map((event, index) => ({ ...event, seq: index + 1, atMs: (index + 1) * 410 }))
}

/** A short run with a few turns and a changed file. */
export function sampleRecording(): EvidenceView {
  const of = { session: 'ses_1', source: 'harness' } as const
  const message = (id: string, role: 'user' | 'assistant', text: string): NewEvent => ({
    ...of,
    kind: 'message',
    body: { id, role, text, createdAtMs: 0 },
  })
  const tool = (id: string, name: string, input: unknown, output: string, exitCode: number): NewEvent => ({
    ...of,
    kind: 'tool_call',
    body: { id, messageId: 'msg_2', name, status: 'completed', input, output, exitCode },
  })
  return memoryEvidenceView({
    evidenceHash: 'h',
    events: recorded([
      message('msg_1', 'user', 'The test of src/sum.ts fails. Find out why and fix it.'),
      message('msg_2', 'assistant', 'I run the tests first.'),
      tool(
        'call_1',
        'bash',
        { command: 'npm test -- src/sum.test.ts' },
        '1 failed\n  expected 3, got -1\n2 passed',
        1,
      ),
      tool(
        'call_2',
        'read',
        { filePath: 'src/sum.ts' },
        'export const sum = (a, b) => {\n  return a - b\n}',
        0,
      ),
      tool(
        'call_3',
        'edit',
        { filePath: 'src/sum.ts', oldString: 'return a - b', newString: 'return a + b' },
        'ok',
        0,
      ),
      message('msg_3', 'assistant', 'The sum was wrong: it subtracted. All tests pass now.'),
    ]),
    response: 'The sum was wrong: it subtracted. All tests pass now.',
    measurements: [
      { id: 'duration_ms', value: 9_100, unit: 'ms' },
      { id: 'input_tokens', value: 15_200, unit: 'tokens' },
      { id: 'tool_calls', value: 3, unit: 'count' },
    ],
    initial: { 'src/sum.ts': 'export const sum = (a, b) => {\n  return a - b\n}\n' },
    final: { 'src/sum.ts': 'export const sum = (a, b) => {\n  return a + b\n}\n' },
  })
}

/** An eval with these metrics. */
export function reportEval(id: string, ...metrics: readonly (readonly [string, string])[]): ReportEval {
  return {
    id,
    title: undefined,
    prompt: 'The test of src/sum.ts fails. Find out why and fix it.',
    rubric: metrics.map(([metric, label]) => `## Metric: ${metric} — ${label}\n`).join('\n'),
    metrics: metrics.map(([metric, label], index) => ({ id: metric, label, line: index + 3 })),
  }
}
