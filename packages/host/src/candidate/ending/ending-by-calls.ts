import { InfrastructureError, LimitReachedError, type VitrialError } from '@vitrial/core/errors'
import type { Harness } from '@vitrial/core/ports'
import type { RunEnding } from './run-ending.ts'
import type { CallsStanding } from '../../model-calls/call-ledger.ts'
import { neverServed } from '../../model-calls/endless-calls.ts'

/**
 * What became of a run, from the gateway's record of its model calls: whatever its agent made of them, and whichever
 * limit struck.
 *
 * If the last main call failed and the agent did not go on, the provider let it down. If it was refused, the agent's
 * own ending stands, unless the model never served a main call: then it was not set up as it must be. A conversation
 * that is too long is the agent's own. An agent whose time was up before it called its model never began.
 */
export function endingByCalls(
  ending: RunEnding,
  standing: CallsStanding,
  { actsByCalls = false }: Pick<Harness, 'actsByCalls'> = {},
): RunEnding {
  if (!isOpenToDoubt(ending)) return ending
  const { calls, failing, lastRefused, served } = standing
  if (actsByCalls && ending.state === 'timed_out' && calls === 0) return asFailure(ending, neverBegan())
  if (failing) {
    const times = failing.times === 1 ? '' : `, as it had failed the ${failing.times - 1} before it`
    return asFailure(
      ending,
      new InfrastructureError(
        'VITRIAL_INFRA_PROVIDER',
        `The provider failed the agent's last model call with ${failing.reason}${times}. ` +
          'Run it again when the provider answers.',
      ),
    )
  }
  if (lastRefused === undefined) return ending
  const { reason, isTooLong } = lastRefused
  if (served === 0 && !isTooLong) return asFailure(ending, neverServed(standing, reason))
  // A harness cannot tell a refusal from a failure.
  if (ending.state !== 'infra_failed') return ending
  const words = `The provider refused the agent's last model call with ${reason}.`
  if (!isTooLong) return asAgents(ending, { detail: words })
  const error = new LimitReachedError('context', `The agent hit the limit "context". ${words}`)
  return asAgents(ending, { detail: error.message, error: error.toRecord() })
}

function neverBegan(): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_HARNESS_START',
    'The agent had not called its model when its time was up: all of it went into its start. ' +
      'Raise `timeoutMs`, or run fewer at once.',
  )
}

/** What ended otherwise ended for a reason of its own: a person, a sandbox, a disk. */
function isOpenToDoubt({ state, error }: RunEnding): boolean {
  if (state === 'cancelled' || state === 'observe_failed' || state === 'interrupted') return false
  return state !== 'infra_failed' || error?.code === 'VITRIAL_INFRA_PROVIDER'
}

function asFailure({ state, response }: RunEnding, error: VitrialError): RunEnding {
  const as = state === 'infra_failed' ? '' : ` The agent itself had ended as ${state}.`
  return {
    state: 'infra_failed',
    error: error.toRecord(),
    detail: `${error.message}${as}`,
    ...(response !== undefined && { response }),
  }
}

function asAgents({ response }: RunEnding, said: Pick<RunEnding, 'detail' | 'error'>): RunEnding {
  return { state: 'agent_failed', ...said, ...(response !== undefined && { response }) }
}
