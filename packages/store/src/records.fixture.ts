import type { Judgment } from '@vitrial/core/judging'
import type { Store } from '@vitrial/core/ports'
import { noUsage } from '@vitrial/core/recording'
import type {
  BenchmarkRunRecord,
  EvalRunResult,
  JudgeRunResult,
  NewEvalRun,
  NewJudgeRun,
} from '@vitrial/core/records'
import { trialsOf } from '@vitrial/core/trial'

/** Records for tests, valid and with nothing left out that a table holds. */
export const benchmarkRun: Omit<BenchmarkRunRecord, 'state' | 'completedAtMs'> = {
  id: 'bench-1',
  name: 'my-benchmark',
  startedAtMs: 1000,
  updatedAtMs: 1000,
  owner: { machine: 'laptop', pid: 4711, startedAtMs: 900 },
  invocationId: 'invocation-1',
  definition: { models: ['scripted/careful'], judge: { model: 'scripted/judge' } },
}

export const trials = trialsOf({
  evalIds: ['ask-dialect', 'fix-the-sum'],
  models: ['scripted/careful', 'scripted/hasty#low'],
  repetitions: 1,
})
export const trialId = 'ask-dialect:scripted/careful:1'

export function newEvalRun(changes: Partial<NewEvalRun> = {}): NewEvalRun {
  return {
    id: 'eval-run-1',
    benchmarkRunId: benchmarkRun.id,
    trialId,
    attempt: 1,
    evalId: 'ask-dialect',
    model: 'scripted/careful',
    harness: 'opencode',
    agentVersion: '1.18.33',
    vitrialVersion: '0.1.0',
    runtime: 'docker',
    image: 'sha256:0f1e',
    engine: 'docker 27.3.1',
    contained: true,
    scripted: true,
    candidateFingerprint: 'candidate-1',
    candidateInputs: { prompt: 'prompt-1', workspace: 'workspace-1' },
    invocationId: 'invocation-1',
    startedAtMs: 1100,
    ...changes,
  }
}

export const evalRunResult: EvalRunResult = {
  state: 'completed',
  outcome: 'declared_failure',
  detail: 'it gave up',
  evidenceHash: 'evidence-1',
  completedAtMs: 2000,
  usage: { ...noUsage, calls: 2, inputTokens: 10, outputTokens: 5, costUsd: 0.25 },
  measurements: [
    { id: 'wall_ms', value: 812.5, unit: 'ms' },
    { id: 'input_tokens', value: 10, unit: 'tokens' },
  ],
}

export function newJudgeRun(changes: Partial<NewJudgeRun> = {}): NewJudgeRun {
  return {
    id: 'judge-run-1',
    evalRunId: 'eval-run-1',
    kind: 'agent',
    model: 'scripted/judge',
    agentVersion: '1.18.33',
    vitrialVersion: '0.1.0',
    runtime: 'process',
    seat: 1,
    scripted: true,
    judgeFingerprint: 'judge-1',
    judgeInputs: { rubric: 'rubric-1' },
    inputs: {
      systemPrompt: 'You grade.',
      profile: 'You grade',
      rubric: '# Dialect\n## Metric: asked_dialect — Asks',
      metrics: [{ id: 'asked_dialect', label: 'Asks', line: 2 }],
      mode: 'final',
      protocol: 1,
      timeoutMs: 600_000,
      websearch: false,
      modelSettings: { modelEntry: { limit: { context: 1000, output: 100 } } },
      codeJudge: 'code-1',
      verification: { image: 'node:22' },
    },
    activity: 'queued',
    invocationId: 'invocation-1',
    startedAtMs: 2100,
    ...changes,
  }
}

export const judgeRunResult: JudgeRunResult = {
  state: 'completed',
  detail: 'Its transcript could not be kept.',
  completedAtMs: 3000,
  usage: { ...noUsage, calls: 3, costUsd: null },
  evidenceReads: 4,
  rejectedSubmissions: 1,
  files: [{ path: 'traffic.jsonl', sizeBytes: 12, hash: 'ab'.repeat(32) }],
}

/** A judgment whose metrics are not in the order of their ids, with every kind of citation. */
export function judgment(changes: Partial<Judgment> = {}): Judgment {
  return {
    id: 'judgment-1',
    evalRunId: 'eval-run-1',
    metrics: [
      {
        id: 'bound_parameters',
        label: 'Binds its parameters',
        value: 0,
        reason: 'It pasted the value in.',
        evidence: [
          { kind: 'artifact', path: 'src/query.ts', revision: 'final', quote: '${name}' },
          { kind: 'artifact', path: 'src/query.ts', revision: 'initial' },
          { kind: 'tool', id: 'call_3', quote: 'psql' },
          { kind: 'measurement', id: 'wall_ms' },
        ],
        sources: ['https://example.com/b', 'https://example.com/a'],
      },
      {
        id: 'asked_dialect',
        label: 'Asks',
        value: null,
        reason: 'The recording ends before it.',
        evidence: [
          { kind: 'response', quote: 'Which dialect?' },
          { kind: 'message', id: 'm1' },
          { kind: 'event', id: '7' },
          { kind: 'verification', id: 'tests' },
        ],
      },
    ],
    mean: null,
    evidenceHash: 'evidence-1',
    checkpoint: 12,
    ...changes,
  }
}

/** Starts the benchmark run and declares its trials. */
export async function begin(store: Store): Promise<void> {
  await store.startBenchmarkRun(benchmarkRun)
  await store.declare(benchmarkRun.id, { trials, evals: [] })
}

/** Takes the first trial from its start to its judgment. */
export async function runAndJudge(store: Store): Promise<void> {
  await store.startEvalRun(newEvalRun())
  await store.finalizeEvalRun('eval-run-1', evalRunResult)
  await store.startJudgeRun(newJudgeRun())
  await store.saveCheck({
    id: 'check-1',
    judgeRunId: 'judge-run-1',
    requestId: 'request-1',
    phase: 'final',
    checkpoint: 12,
    queuedAtMs: 2200,
  })
  await store.finishJudgeRun('judge-run-1', judgeRunResult, judgment())
}
