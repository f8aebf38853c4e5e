import { evalRunStateRules } from '../states/eval-run-state.ts'
import { changeReason } from './change-reason.ts'
import { changedComponents, type Fingerprint } from '../inputs/fingerprints.ts'
import type { RecordedTrial } from './recorded-trial.ts'
import { tryAgainCommand, type BenchmarkArguments, type TryAgainCommand } from './try-again.ts'

/** What is to be done for a trial, whatever it costs. */
export interface NextStep {
  readonly action: 'run' | 'judge' | 'reuse' | 'failed'
  /** As a person understands it: `rubric changed`. */
  readonly reason: string
  /** The names of the inputs that changed. */
  readonly changed: readonly string[]
}

export interface StepInput {
  readonly recorded: RecordedTrial & { readonly evalRun: NonNullable<RecordedTrial['evalRun']> }
  readonly candidate: Fingerprint
  /** Undefined if nothing judges the eval. */
  readonly judge: Fingerprint | undefined
  /** A failed run or judgment of it is to be tried again. */
  readonly isRetry: boolean
  /** It is to be judged again even if nothing changed. */
  readonly isRejudge: boolean
  /** The files of the workspace that changed since, as far as that is known. */
  readonly changedFiles: () => readonly string[]
  /** For what it says to do. */
  readonly commandArguments?: BenchmarkArguments
}

/**
 * What to do for a trial that has run: the state table of the design. A failure waits for an explicit retry as
 * long as nothing changed that it came from; a change is new work.
 */
export function nextStepOf(input: StepInput): NextStep {
  const { earlier } = input.recorded
  const found = stepOf(input)
  if (earlier === undefined) return found
  // What is selected again needs no more said than that it fits.
  const { reason } = earlier
  return { ...found, reason: found.action === 'reuse' ? reason : `${reason}; ${found.reason}` }
}

function stepOf(input: StepInput): NextStep {
  const { evalRun, altered } = input.recorded
  const { next } = evalRunStateRules[evalRun.state]
  if (altered === 'run') return alteredStep(input, { what: 'eval run', action: 'run', command: 'retry' })
  if (evalRun.fingerprint !== input.candidate.fingerprint) {
    const changed = changedComponents(evalRun.components, input.candidate.components)
    const files = changed.includes('workspace') ? input.changedFiles() : []
    return { action: 'run', reason: changeReason('candidate', changed, files), changed }
  }
  if (next === 'run') return step('run', evalRun.state)
  if (next === 'open') return step('run', 'not finished')
  if (next === 'reuse') return judgingStepOf(input)
  const failure =
    evalRun.state === 'infra_failed'
      ? failureText('infrastructure failed', evalRun.error?.code)
      : failureText('nothing could be observed', evalRun.error?.code)
  // What could not be observed is collected again, never run again.
  if (input.isRetry && evalRun.state === 'infra_failed') return step('run', `retry: ${failure}`)
  return failedStep(input, failure, 'retry')
}

function judgingStepOf(input: StepInput): NextStep {
  const { recorded, judge, isRetry, isRejudge } = input
  if (judge === undefined) return step('reuse', 'nothing changed')
  const { judgeRun, isJudged, altered } = recorded
  if (altered === 'judgment') {
    return alteredStep(input, { what: 'judgment', action: 'judge', command: 'rejudge' })
  }
  if (judgeRun === undefined) return step('judge', 'not judged yet')
  if (judgeRun.fingerprint !== judge.fingerprint) {
    const changed = changedComponents(judgeRun.components, judge.components)
    return { action: 'judge', reason: changeReason('judge', changed), changed }
  }
  switch (judgeRun.state) {
    case 'running':
      return step('judge', 'judging not finished')
    case 'cancelled':
    case 'interrupted':
      return step('judge', `judging ${judgeRun.state}`)
    case 'failed':
    case 'timed_out': {
      const failure = failureText(
        judgeRun.state === 'failed' ? 'judge failed' : 'judge timed out',
        judgeRun.error?.code,
      )
      if (isRetry || isRejudge) return step('judge', `retry: ${failure}`)
      return failedStep(input, failure, 'rejudge')
    }
    case 'completed':
      if (!isJudged) return step('judge', 'not judged yet')
      return isRejudge ? step('judge', 'rejudge') : step('reuse', 'nothing changed')
  }
}

interface AlteredWork {
  readonly what: 'eval run' | 'judgment'
  /** What does it anew. */
  readonly action: 'run' | 'judge'
  readonly command: TryAgainCommand
}

/** What is not what was written was paid for, and a copy may hold it: done anew only when a person says so. */
function alteredStep(input: StepInput, { what, action, command }: AlteredWork): NextStep {
  const altered = `the ${what} on record is not what was written`
  const isWanted = input.isRetry || (action === 'judge' && input.isRejudge)
  return isWanted ? step(action, `again: ${altered}`) : failedStep(input, altered, command)
}

function step(action: NextStep['action'], reason: string): NextStep {
  return { action, reason, changed: [] }
}

/** Said of an eval as a whole, so that repetitions that failed alike are one line of a plan. */
function failedStep(
  { recorded: { evalId }, commandArguments = {} }: StepInput,
  failure: string,
  command: TryAgainCommand,
): NextStep {
  return step('failed', `${failure}; ${tryAgainCommand({ command, evalId, commandArguments })}`)
}

function failureText(what: string, code: string | undefined): string {
  return code === undefined ? what : `${what}: ${code}`
}
