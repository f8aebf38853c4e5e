import {
  CancelledError,
  errorMessage,
  JudgeError,
  VitrialError,
  type JudgeRunState,
  type JudgeTurn,
} from '@vitrial/core'
import { cancellationOf, RunTimeout } from '../trial/run-limits.ts'
import type { SubmissionRejection } from './judge-tools-record.ts'

/**
 * Why a turn failed, should it turn out that it brought no accepted submission.
 *
 * @param rejection what became of those it made; undefined if it made none.
 */
export function turnFailure(
  { status, detail }: JudgeTurn,
  rejection: SubmissionRejection | undefined,
): JudgeError {
  const because = `${detail === undefined ? '' : ` ${detail}`}${rejection ? ` ${rejectionText(rejection)}` : ''}`
  switch (status) {
    case 'ended':
      return new JudgeError(
        'VITRIAL_JUDGE_NO_SUBMISSION',
        `The judge ended without a submission that could be accepted.${because} Rejudge; its transcript and rejected submissions are kept.`,
      )
    case 'crashed':
      return new JudgeError('VITRIAL_JUDGE_CRASHED', `The judge agent ended unexpectedly.${because} Rejudge.`)
    case 'provider_failed':
      return new JudgeError(
        'VITRIAL_JUDGE_PROVIDER',
        `The judge model's provider failed.${because} Rejudge when it is available again.`,
      )
  }
}

function rejectionText({ count, problem }: SubmissionRejection): string {
  const which = count === 1 ? 'Its only submission' : `The last of its ${count} submissions`
  return `${which} was rejected: ${problem}`
}

/** Why no call to the judge's model could be served, as the judge's failure. */
export function modelFailure(cause: unknown): JudgeError {
  return new JudgeError('VITRIAL_JUDGE_MODEL', `The judge's model cannot be served. ${errorMessage(cause)}`, {
    cause,
  })
}

/** What went wrong, as an error of its own kind: the judge's, the results', or the cancellation. */
export function judgeFailure(thrown: unknown, signal: AbortSignal): VitrialError {
  if (signal.aborted) return cancellationOf(signal.reason)
  if (thrown instanceof VitrialError) return thrown
  if (thrown instanceof RunTimeout) {
    return new JudgeError(
      'VITRIAL_JUDGE_TIMED_OUT',
      `The judge did not submit within ${thrown.timeoutMs} ms (judge.timeoutMs). Raise the limit or rejudge.`,
      { cause: thrown },
    )
  }
  return new JudgeError('VITRIAL_JUDGE_INTERNAL', `Judging failed: ${errorMessage(thrown)}. Rejudge.`, {
    cause: thrown,
  })
}

/** The judge run's state after a failure. */
export function judgeStateOf(error: VitrialError): Exclude<JudgeRunState, 'running' | 'completed'> {
  if (error instanceof CancelledError) return 'cancelled'
  return error.code === 'VITRIAL_JUDGE_TIMED_OUT' ? 'timed_out' : 'failed'
}
