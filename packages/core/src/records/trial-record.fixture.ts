import type { Citation } from '../evidence/citation/citation.ts'
import type { ErrorRecord } from '../errors/error-record.ts'
import { meanOf } from '../judging/judgment.ts'
import { trialOf } from '../trial/trial.ts'
import type { TrialRecord } from './trial-record.ts'
import { noUsage, type Usage } from '../recording/usage.ts'
import type { EvalRunState } from '../states/eval-run-state.ts'
import type { JudgeRunState } from '../states/judge-run-state.ts'

/** What a test says of a trial; the rest is filled in. */
export interface TrialRecordSketch {
  readonly evalId?: string
  readonly model?: string
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
  const { evalId = 'ask-dialect', model = 'scripted/careful', repetition = 1, values = {} } = sketch
  const trial = trialOf(evalId, model, repetition)
  const { evalRunId = `run of ${trial.id}`, state = 'completed', scripted = false } = sketch
  const judged = Object.entries(values)
  const judgeState = sketch.judgeState ?? (judged.length > 0 ? 'completed' : undefined)
  return {
    trial,
    evalRun: {
      id: evalRunId,
      benchmarkRunId: 'benchmark-run',
      trialId: trial.id,
      attempt: 1,
      evalId,
      model,
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
    },
    ...(judgeState && {
      judgeRun: {
        id: `judge of ${trial.id}`,
        evalRunId,
        kind: 'agent',
        model: 'scripted/judge',
        agentVersion: '1.0.0',
        vitrialVersion: '0.1.0',
        runtime: 'host',
        seat: 1,
        scripted,
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
        ...(judgeState === 'running'
          ? { state: judgeState }
          : {
              state: judgeState,
              completedAtMs: 1,
              usage: { ...noUsage, ...sketch.judgeUsage },
              evidenceReads: 3,
              rejectedSubmissions: 0,
              ...(sketch.judgeError && { error: sketch.judgeError }),
            }),
      },
    }),
    ...(judged.length > 0 && {
      judgment: {
        id: `judgment of ${trial.id}`,
        evalRunId,
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
      },
    }),
  }
}
