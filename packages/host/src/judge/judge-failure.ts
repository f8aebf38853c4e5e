import {
  CancelledError,
  errorMessage,
  InfrastructureError,
  JudgeError,
  LimitReachedError,
  VitrialError,
} from '@vitrial/core/errors'
import type { JudgeTurn } from '@vitrial/core/ports'
import type { JudgeRunState } from '@vitrial/core/states'
import type { CallsStanding } from '../model-calls/call-ledger.ts'
import { cancellationOf, RunTimeout } from '../limits/run-limits.ts'
import type { SubmissionRejection } from './tools/judge-tools-record.ts'

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

/** Why no call to the judge's model could be served, or its calls led nowhere, as the judge's failure. */
export function modelFailure(cause: unknown): JudgeError {
  if (cause instanceof InfrastructureError && cause.code === 'VITRIAL_INFRA_PROVIDER') {
    return new JudgeError('VITRIAL_JUDGE_PROVIDER', `The judge has no model. ${cause.message}`, { cause })
  }
  if (cause instanceof LimitReachedError) {
    const message = `The judge's model turned its calls down. ${cause.message} Use a model that takes more, or rejudge.`
    return new JudgeError('VITRIAL_JUDGE_PROVIDER', message, { cause })
  }
  return new JudgeError('VITRIAL_JUDGE_MODEL', `The judge's model cannot be served. ${errorMessage(cause)}`, {
    cause,
  })
}

/** Why a judge brought no judgment, where its model explains it: from the gateway's record, whatever it says itself. */
export function failureByCalls(failure: unknown, standing: CallsStanding): unknown {
  if (!canBeOfCalls(failure)) return failure
  const { failing, lastRefused, served } = standing
  if (failing) {
    const times = failing.times === 1 ? '' : `, as it had failed the ${failing.times - 1} before it`
    return new JudgeError(
      'VITRIAL_JUDGE_PROVIDER',
      `The provider failed the judge's last model call with ${failing.reason}${times}. Rejudge when it answers.`,
      { cause: failure },
    )
  }
  const isRefused = lastRefused !== undefined && (served === 0 || isOfProvider(failure))
  if (!isRefused) return failure
  const advice = lastRefused.isTooLong
    ? 'Judge with a model that takes more, and rejudge.'
    : "Correct what these words are about, as in the model's options, and rejudge."
  return new JudgeError(
    'VITRIAL_JUDGE_PROVIDER',
    `The provider refused the judge's last model call with ${lastRefused.reason}. ${advice}`,
    { cause: failure },
  )
}

/** Not what the host itself stopped a judge for. */
function canBeOfCalls(failure: unknown): boolean {
  if (failure instanceof RunTimeout || isOfProvider(failure)) return true
  const codes = ['VITRIAL_JUDGE_NO_SUBMISSION', 'VITRIAL_JUDGE_CRASHED']
  return failure instanceof JudgeError && codes.includes(failure.code)
}

function isOfProvider(failure: unknown): boolean {
  return failure instanceof JudgeError && failure.code === 'VITRIAL_JUDGE_PROVIDER'
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
