/** A part in a trial that was played from a script: everything that had one, or one of two beside a real model. */
export type ScriptedPart = 'all' | 'candidate' | 'judge'

/**
 * Tells what of a trial was scripted, so that it is never taken for real; undefined if nothing was.
 *
 * @param isJudgeScripted undefined if no judge had a part.
 */
export function scriptedPart(
  isCandidateScripted: boolean,
  isJudgeScripted: boolean | undefined,
): ScriptedPart | undefined {
  if (!isCandidateScripted) return isJudgeScripted === true ? 'judge' : undefined
  return isJudgeScripted === false ? 'candidate' : 'all'
}
