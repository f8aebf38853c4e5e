import { judgeProtocol } from '../judging/judge-protocol.ts'
import type { BenchmarkSettings } from '../settings/schemas/benchmark-settings.ts'
import type { JudgeSettings } from '../settings/schemas/judge-settings.ts'
import { modelSettingsOf, type ModelSettings } from './model-settings.ts'

/** What a judge is: an agent with tools, one model call, or code. */
export type JudgeKind = 'agent' | 'model' | 'code'

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
  readonly kind: JudgeKind
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
