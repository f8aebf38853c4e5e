import {
  CancelledError,
  InfrastructureError,
  LimitReachedError,
  VitrialError,
  errorMessage,
  type ErrorRecord,
} from '@vitrial/core/errors'
import type { DriveOutcome } from '@vitrial/core/ports'
import type { EvalRunOutcome, EvalRunState } from '@vitrial/core/states'
import { RunTimeout } from '../../limits/run-limits.ts'

/** How an execution ended, before its recording is sealed. */
export interface RunEnding {
  readonly state: Exclude<EvalRunState, 'running'>
  readonly outcome?: EvalRunOutcome
  readonly error?: ErrorRecord
  readonly detail?: string
  readonly response?: string
}

/** What the harness reported, as a state. */
export function endingOf(drive: DriveOutcome): RunEnding {
  const response = drive.response?.trim() ? drive.response : undefined
  const said = {
    ...(drive.detail !== undefined && { detail: drive.detail }),
    ...(response !== undefined && { response }),
  }
  switch (drive.status) {
    case 'completed':
      return response === undefined
        ? { state: 'completed', outcome: 'no_response', ...said }
        : { state: 'completed', ...said }
    case 'declared_failure':
      return { state: 'completed', outcome: 'declared_failure', ...said }
    case 'crashed':
      return { state: 'agent_failed', ...said }
    case 'provider_failed':
      return { ...endingOfError(letDown(drive)), ...(response !== undefined && { response }) }
    case 'timed_out':
      return { state: 'timed_out', ...said }
    case 'cancelled':
      return { state: 'cancelled', ...said }
  }
}

/** Taken at its word, an agent that says so was let down by its provider. */
function letDown({ detail = 'It did not say how.' }: DriveOutcome): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_PROVIDER',
    `The agent's model failed it: ${detail} Run it again when the provider answers.`,
  )
}

/** What was thrown while running, as a state: never the agent's failure, but where it used more than it may. */
export function endingOfError(failure: unknown): RunEnding {
  const thrown = firstFailure(failure)
  if (thrown instanceof RunTimeout) {
    const { timeoutMs } = thrown
    return { state: 'timed_out', detail: `The agent did not end within ${timeoutMs} ms and was stopped.` }
  }
  if (thrown instanceof CancelledError || (thrown instanceof DOMException && thrown.name === 'AbortError')) {
    return { state: 'cancelled', detail: errorMessage(thrown) }
  }
  if (thrown instanceof LimitReachedError) {
    return { state: 'agent_failed', error: thrown.toRecord(), detail: thrown.message }
  }
  const error =
    thrown instanceof VitrialError
      ? thrown
      : new InfrastructureError(
          'VITRIAL_INFRA_INTERNAL',
          `Running the trial failed: ${errorMessage(thrown).replace(/\.$/, '')}. ` +
            'Its recording holds what happened until then. Run it again, and report it if it stays.',
          { cause: thrown },
        )
  return { state: 'infra_failed', error: error.toRecord(), detail: error.message }
}

/**
 * How a run ends whose sandbox failed though the agent had ended, as where its workspace could not be collected: what
 * the agent did or left is not known, so it cannot be judged. What it did and said stays on record.
 */
export function endingWithoutFiles(ending: RunEnding, thrown: unknown): RunEnding {
  if (ending.state === 'cancelled' || ending.state === 'infra_failed') return ending
  const { state, error, detail = '' } = endingOfError(thrown)
  const as = ending.outcome === undefined ? ending.state : `${ending.state} (${ending.outcome})`
  const said = ending.detail === undefined ? '.' : `: ${ending.detail}`
  return {
    state,
    ...(error && { error }),
    detail: `${detail} The agent itself had ended as ${as}${said}`,
    ...(ending.response !== undefined && { response: ending.response }),
  }
}

/**
 * A sandbox that was lost cannot be removed either; the loss is what explains the run. And Node's own waits reject
 * with an error around the reason that they were ended for.
 */
function firstFailure(thrown: unknown): unknown {
  let first = thrown
  // By its name, since Node 20 has no such class: what the compiler puts there in its place has the name only.
  while (first instanceof Error && first.name === 'SuppressedError' && 'suppressed' in first) {
    first = first.suppressed
  }
  return first instanceof Error && first.name === 'AbortError' ? (first.cause ?? first) : first
}
