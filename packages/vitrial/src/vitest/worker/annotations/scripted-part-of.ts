import type { JudgingSummary, RunSummary } from '@vitrial/core/outcome'
import { scriptedPart, type ScriptedPart } from '@vitrial/core/scores'

/** What of a trial was scripted. A judge that failed may have been real. */
export function scriptedPartOf(
  run: RunSummary,
  judging: JudgingSummary | undefined,
): ScriptedPart | undefined {
  const hadJudge = judging !== undefined && judging.status !== 'not_judgeable'
  const isJudgeScripted = judging?.status === 'judged' && judging.scripted === true
  return scriptedPart(run.scripted === true, hadJudge ? isJudgeScripted : undefined)
}
