import { setTimeout as delay } from 'node:timers/promises'
import { CancelledError, InfrastructureError, LimitReachedError } from '@vitrial/core/errors'
import { expect, it } from 'vitest'
import { endingOfError, endingWithoutFiles } from './run-ending.ts'
import { RunClock } from '../../model-calls/run-clock.ts'

/** Fails, and then fails to be disposed of. */
async function failTwice(failure: Error): Promise<unknown> {
  try {
    await using _broken = {
      async [Symbol.asyncDispose]() {
        throw new InfrastructureError('VITRIAL_INFRA_SANDBOX_END', 'It could not be removed.')
      },
    }
    throw failure
  } catch (thrown) {
    return thrown
  }
}

it('names what failed first, though removing the sandbox failed as well', async () => {
  const lost = new InfrastructureError('VITRIAL_INFRA_SANDBOX_LOST', 'It was lost.')
  expect(endingOfError(await failTwice(lost))).toMatchObject({
    state: 'infra_failed',
    error: { code: 'VITRIAL_INFRA_SANDBOX_LOST' },
  })
})

it('stays cancelled, though removing the sandbox failed', async () => {
  const thrown = await failTwice(new CancelledError('Enough.'))
  expect(endingOfError(thrown)).toEqual({ state: 'cancelled', detail: 'Enough.' })
})

it('takes only the run’s own clock for the agent’s timeout', async () => {
  const foreign = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  expect(endingOfError(foreign)).toMatchObject({
    state: 'infra_failed',
    error: { code: 'VITRIAL_INFRA_INTERNAL' },
  })
  using limits = new RunClock({ timeoutMs: 1 })
  const waiting = delay(60_000, undefined, { signal: limits.signal })
  // Node's wait rejects with an error of its own around the clock's reason.
  for (const thrown of [await waiting.catch((error: unknown) => error), limits.signal.reason]) {
    expect(endingOfError(thrown)).toEqual({
      state: 'timed_out',
      detail: 'The agent did not end within 1 ms and was stopped.',
    })
  }
})

it('keeps what the agent did and said where its workspace could not be collected', () => {
  const failure = new InfrastructureError('VITRIAL_INFRA_SANDBOX_TRANSFER', 'Nothing came. Run it again.')
  const declared = {
    state: 'completed',
    outcome: 'declared_failure',
    detail: 'It gave up.',
    response: 'No.',
  } as const
  expect(endingWithoutFiles(declared, failure)).toEqual({
    state: 'infra_failed',
    error: failure.toRecord(),
    detail:
      'Nothing came. Run it again. The agent itself had ended as completed (declared_failure): It gave up.',
    response: 'No.',
  })
  expect(endingWithoutFiles({ state: 'timed_out' }, failure).detail).toBe(
    'Nothing came. Run it again. The agent itself had ended as timed_out.',
  )
})

it('does not let missing files hide a cancellation or an earlier failure', () => {
  const failure = new InfrastructureError('VITRIAL_INFRA_SANDBOX_TRANSFER', 'Nothing came.')
  for (const state of ['cancelled', 'infra_failed'] as const) {
    const ending = { state, detail: 'First.' }
    expect(endingWithoutFiles(ending, failure)).toBe(ending)
  }
})

it('takes a limit for the agent’s own, wherever it was reached', () => {
  const limit = new LimitReachedError('output', 'It gave too much.')
  expect(endingOfError(limit)).toEqual({
    state: 'agent_failed',
    error: limit.toRecord(),
    detail: 'It gave too much.',
  })
})
