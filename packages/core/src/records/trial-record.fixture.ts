import type { Citation } from '../evidence/citation/citation.ts'
import type { ErrorRecord } from '../errors/error-record.ts'
import { meanOf, type Judgment } from '../judging/judgment.ts'
import { namedArm } from '../trial/model-arm.ts'
import { trialOf, type Trial } from '../trial/trial.ts'
import type { EvalRunRecord } from './eval-run-record.ts'
import type { JudgeRunRecord } from './judge-run-record.ts'
import type { TrialRecord } from './trial-record.ts'
import { noUsage, type Usage } from '../recording/usage.ts'
import type { EvalRunState } from '../states/eval-run-state.ts'
import type { JudgeRunState } from '../states/judge-run-state.ts'

/** What a test says of a trial; the rest is filled in. */
export interface TrialRecordSketch {
  readonly evalId?: string
  readonly model?: string
  readonly arm?: string
  readonly repetition?: number
  readonly evalRunId?: string
  readonly state?: EvalRunState
  readonly error?: ErrorRecord
  readonly usage?: Partial<Usage>
  readonly scripted?: boolean
  /** By metric id; empty: no judgment. */
  readonly values?: Readonly<Record<string, number | null>>
  readonly reason?: string
  readonly evidence?: readonly Citation[]
  /** @default `completed` with values, else none */
  readonly judgeState?: JudgeRunState
  readonly judgeError?: ErrorRecord
  readonly judgeUsage?: Partial<Usage>
}

/** A trial's rows as the store would return them, for tests. */
export function trialRecord(sketch: TrialRecordSketch = {}): TrialRecord {
  const { evalId = 'ask-dialect', model = 'scripted/careful', arm, repetition = 1, values = {} } = sketch
  const trial = trialOf({ evalId, model, arm, repetition })
  const isJudged = Object.keys(values).length > 0
  const judgeState = sketch.judgeState ?? (isJudged ? 'completed' : undefined)
  return {
    trial,
    evalRun: evalRunOf(trial, sketch),
    ...(judgeState && { judgeRun: judgeRunOf(trial, judgeState, sketch) }),
    ...(isJudged && { judgment: judgmentOf(trial, values, sketch) }),
  }
}

function evalRunIdOf(trial: Trial, { evalRunId = `run of ${trial.id}` }: TrialRecordSketch): string {
  return evalRunId
}

function evalRunOf(trial: Trial, sketch: TrialRecordSketch): EvalRunRecord {
  const { state = 'completed', scripted = false } = sketch
  return {
    id: evalRunIdOf(trial, sketch),
    benchmarkRunId: 'benchmark-run',
    trialId: trial.id,
    attempt: 1,
    evalId: trial.evalId,
    model: trial.model,
    ...namedArm(trial.arm),
    harness: 'opencode',
    agentVersion: '1.0.0',
    vitrialVersion: '0.1.0',
    runtime: 'process',
    contained: false,
    scripted,
    candidateFingerprint: 'fingerprint',
    candidateInputs: {},
    invocationId: 'invocation',
    startedAtMs: 0,
    ...(state === 'running'
      ? { state }
      : {
          state,
          completedAtMs: 1,
          usage: { ...noUsage, ...sketch.usage },
          measurements: [],
          ...(sketch.error && { error: sketch.error }),
        }),
  }
}

function judgeRunOf(trial: Trial, state: JudgeRunState, sketch: TrialRecordSketch): JudgeRunRecord {
  return {
    id: `judge of ${trial.id}`,
    evalRunId: evalRunIdOf(trial, sketch),
    kind: 'agent',
    model: 'scripted/judge',
    agentVersion: '1.0.0',
    vitrialVersion: '0.1.0',
    runtime: 'host',
    seat: 1,
    scripted: sketch.scripted ?? false,
    judgeFingerprint: 'fingerprint',
    judgeInputs: {},
    inputs: {
      systemPrompt: '',
      profile: '',
      rubric: '',
      metrics: [],
      mode: 'final',
      protocol: 1,
      timeoutMs: 1,
      websearch: false,
      modelSettings: {},
    },
    activity: 'finalizing',
    invocationId: 'invocation',
    startedAtMs: 0,
    ...(state === 'running'
      ? { state }
      : {
          state,
          completedAtMs: 1,
          usage: { ...noUsage, ...sketch.judgeUsage },
          evidenceReads: 3,
          rejectedSubmissions: 0,
          ...(sketch.judgeError && { error: sketch.judgeError }),
        }),
  }
}

function judgmentOf(
  trial: Trial,
  values: NonNullable<TrialRecordSketch['values']>,
  sketch: TrialRecordSketch,
): Judgment {
  const judged = Object.entries(values)
  return {
    id: `judgment of ${trial.id}`,
    evalRunId: evalRunIdOf(trial, sketch),
    metrics: judged.map(([id, value]) => ({
      id,
      label: `Label of ${id}`,
      value,
      reason: sketch.reason ?? `Reason of ${id}.`,
      evidence: [...(sketch.evidence ?? [])],
    })),
    mean: meanOf(judged.map(([, value]) => value)),
    evidenceHash: 'hash',
    checkpoint: 1,
  }
}
