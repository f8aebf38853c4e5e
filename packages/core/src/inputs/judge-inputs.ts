import { judgeProtocol } from '../judging/judge-protocol.ts'
import type { JudgeRunInputs, NewJudgeRun } from '../ports/store.ts'
import type { BenchmarkSettings } from '../settings/benchmark-settings.ts'
import type { JudgeSettings } from '../settings/judge-settings.ts'
import { modelSettingsOf, type ModelSettings } from './model-settings.ts'

/**
 * Everything that decides how a judge grades: a change of any of it calls for a new grading, from what is
 * recorded. Where the judge runs and the version of its agent are not in it.
 */
export interface JudgeInputs extends ModelSettings {
  /** judge.md, verbatim. */
  readonly rubric: string
  /** The base system prompt: all of it but the rubric. */
  readonly profile: string
  /** The hash of judge.ts and all it imports. */
  readonly codeJudge?: string
  /** Absent for a code judge. */
  readonly model?: string
  /** Milliseconds. */
  readonly timeout: number
  readonly websearch: boolean
  readonly protocol: number
  readonly kind: NewJudgeRun['kind']
  readonly verification?: JudgeSettings['verification']
}

/** A judge of an eval, as declared and as found on this machine. */
export interface JudgeSubject {
  readonly settings: Pick<BenchmarkSettings, 'candidate'>
  readonly judge: Pick<JudgeSettings, 'kind' | 'timeoutMs' | 'websearch' | 'verification'>
  readonly model: string
  readonly rubric: string
  readonly profile: string
  readonly codeJudge?: string
  /** For a scripted model. */
  readonly scenarioHash?: string
}

/** Gathers what goes into a judge fingerprint. */
export function judgeInputsOf(subject: JudgeSubject): JudgeInputs {
  const { judge, model, codeJudge, scenarioHash } = subject
  const { providers } = subject.settings.candidate
  return {
    rubric: subject.rubric,
    profile: subject.profile,
    ...(codeJudge !== undefined && { codeJudge }),
    model,
    ...modelSettingsOf({ model, providers, scenarioHash }),
    timeout: judge.timeoutMs,
    websearch: judge.websearch,
    protocol: judgeProtocol,
    kind: judge.kind,
    ...(judge.verification && { verification: judge.verification }),
  }
}

/** The inputs as a judge run keeps them; {@link judgeInputsOfRun} gives them back. */
export function judgeRunInputsOf(
  inputs: JudgeInputs,
): Omit<JudgeRunInputs, 'systemPrompt' | 'metrics' | 'mode'> {
  const { rubric, profile, codeJudge, timeout, websearch, protocol, verification, ...rest } = inputs
  const { model: _model, kind: _kind, ...modelSettings } = rest
  return {
    rubric,
    profile,
    protocol,
    timeoutMs: timeout,
    websearch,
    modelSettings,
    ...(codeJudge !== undefined && { codeJudge }),
    ...(verification && { verification }),
  }
}

/** The inputs of a judge run as they are on record: their fingerprint is the one it declared. */
export function judgeInputsOfRun({
  kind,
  model,
  inputs,
}: Pick<NewJudgeRun, 'kind' | 'model' | 'inputs'>): JudgeInputs {
  const { codeJudge, verification } = inputs
  return {
    rubric: inputs.rubric,
    profile: inputs.profile,
    ...(codeJudge !== undefined && { codeJudge }),
    ...(model !== undefined && { model }),
    ...inputs.modelSettings,
    timeout: inputs.timeoutMs,
    websearch: inputs.websearch,
    protocol: inputs.protocol,
    kind,
    ...(verification && { verification }),
  }
}
