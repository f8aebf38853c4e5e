import type { TryAgainCommand } from '../plan/try-again.ts'
import type { UnresolvedReason } from './metric-credit.ts'

/** Names what tries a trial again that has no grade for this reason; undefined if the next run does it by itself. */
export function tryAgainOf(why: UnresolvedReason): TryAgainCommand | undefined {
  if (why === 'infra_failed' || why === 'observe_failed' || why === 'altered') return 'retry'
  const isForJudge = why === 'judge_failed' || why === 'judge_timed_out' || why === 'judgment_altered'
  return isForJudge ? 'rejudge' : undefined
}
