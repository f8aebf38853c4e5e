import type { JudgeInputs, JudgeKind } from '../inputs/judge-inputs.ts'
import type { ModelSettings } from '../inputs/model-settings.ts'
import type { Metric } from '../rubric/metric.ts'
import type { JudgeSettings } from '../settings/schemas/judge-settings.ts'

/** All that went into a grading, stored with it. */
export interface JudgeRunInputs {
  readonly systemPrompt: string
  /** The part of the system prompt that all rubrics share. */
  readonly profile: string
  readonly rubric: string
  readonly metrics: readonly Metric[]
  readonly mode: 'final' | 'live'
  readonly protocol: number
  readonly timeoutMs: number
  readonly websearch: boolean
  readonly modelSettings: ModelSettings
  /** The hash of the code judge. */
  readonly codeJudge?: string
  readonly verification?: JudgeSettings['verification']
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

/** As much of a judge run as its inputs are made of. */
interface JudgedWith {
  readonly kind: JudgeKind
  readonly model?: string
  readonly inputs: JudgeRunInputs
}

/** The inputs of a judge run as they are on record: their fingerprint is the one it declared. */
export function judgeInputsOfRun({ kind, model, inputs }: JudgedWith): JudgeInputs {
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
