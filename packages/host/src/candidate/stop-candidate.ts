import type { CandidateEnd } from './candidate-end.ts'
import { attemptEnding } from './ending/attempt.ts'
import { endingUnderLimits } from './ending/limit-ending.ts'
import { endingOfLiving } from './ending/sandbox-loss.ts'
import type { StartedRun } from './eval-run.ts'
import type { CandidatePlace } from './set-up-candidate.ts'

/** Makes sure what stopped the candidate: that its sandbox still lives, and which limits it hit. */
export async function stopCandidate(
  { execution: { signal } }: StartedRun,
  { sandbox, recording }: CandidatePlace,
  end: CandidateEnd,
): Promise<CandidateEnd> {
  const ending = await attemptEnding(async () => {
    const known = await endingOfLiving(end.ending, sandbox, signal)
    return await endingUnderLimits(known, { sandbox, recording, signal })
  }, sandbox)
  return { ...end, ending }
}
