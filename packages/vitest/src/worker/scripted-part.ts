import type { JudgingSummary, RunSummary } from '@vitrial/core'

/** Which part in a trial was played from a script: everything, or one of two where the other's model is real. */
export type ScriptedPart = 'all' | 'candidate' | 'judge'

/** Undefined if nothing was. A judge that failed may have been real. */
export function scriptedPartOf(
  run: RunSummary,
  judging: JudgingSummary | undefined,
): ScriptedPart | undefined {
  const isJudgeScripted = judging?.status === 'judged' && judging.scripted === true
  if (run.scripted !== true) return isJudgeScripted ? 'judge' : undefined
  const hadJudge = judging !== undefined && judging.status !== 'not_judgeable'
  return hadJudge && !isJudgeScripted ? 'candidate' : 'all'
}
