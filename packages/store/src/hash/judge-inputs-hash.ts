import type { JudgeRunInputs } from '@vitrial/core/records'
import { sha256 } from './sha256.ts'

/** What names a row of `judge_inputs`: the sha-256 of its other columns, as a JSON array in their order. */
export function judgeInputsHash(inputs: JudgeRunInputs): string {
  const { systemPrompt, profile, rubric, metrics, mode, protocol, timeoutMs, websearch } = inputs
  const content = JSON.stringify([
    systemPrompt,
    profile,
    rubric,
    metrics,
    mode,
    protocol,
    timeoutMs,
    websearch,
    inputs.modelSettings,
    inputs.codeJudge,
    inputs.verification,
  ])
  return sha256(content)
}
