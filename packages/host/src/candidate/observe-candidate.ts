import { LimitReachedError } from '@vitrial/core/errors'
import type { CandidateEnd } from './candidate-end.ts'
import { attemptEnding } from './ending/attempt.ts'
import { endingOfFiles } from './ending/limit-ending.ts'
import { endingWithoutFiles, type RunEnding } from './ending/run-ending.ts'
import { explanationOf } from './ending/sandbox-loss.ts'
import type { StartedRun } from './eval-run.ts'
import type { CandidatePlace } from './set-up-candidate.ts'

/** Ends every process and keeps the files, however the run ended. */
export async function observeCandidate(
  { execution: { signal } }: StartedRun,
  place: CandidatePlace,
  end: CandidateEnd,
): Promise<CandidateEnd> {
  const [collected] = await Promise.allSettled([place.keeper.collect(signal)])
  if (collected.status === 'fulfilled') return { ...end, final: collected.value }
  const ending = await attemptEnding(
    () => endingUnobserved(end.ending, collected.reason, place),
    place.sandbox,
  )
  return { ...end, ending }
}

async function endingUnobserved(
  ending: RunEnding,
  thrown: unknown,
  { sandbox, recording }: CandidatePlace,
): Promise<RunEnding> {
  // After a broken limit there may be too much to be read: the run has ended all the same.
  if (sandbox.limitReached.aborted) return ending
  if (thrown instanceof LimitReachedError) return endingOfFiles(ending, thrown, recording)
  return endingWithoutFiles(ending, await explanationOf(thrown, sandbox))
}
