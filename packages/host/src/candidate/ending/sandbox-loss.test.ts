import { InfrastructureError } from '@vitrial/core/errors'
import { expect, test } from 'vitest'
import { endingOfLiving, explanationOf } from './sandbox-loss.ts'

const loss = new InfrastructureError('VITRIAL_INFRA_SANDBOX_LOST', 'Sandbox s was lost. Run it again.')
const refused = new InfrastructureError('VITRIAL_INFRA_SANDBOX_TRANSFER', 'No such container: s.')
const never = new AbortController().signal

function signals(): { lost: AbortController; limit: AbortController } {
  return { lost: new AbortController(), limit: new AbortController() }
}

const unstarted = new InfrastructureError('VITRIAL_INFRA_HARNESS_START', 'It did not start.')

test.each([
  ['a call that failed', refused],
  ['an agent that did not start', unstarted],
])('a loss explains %s before it was noticed', async (_, thrown) => {
  const { lost, limit } = signals()
  setTimeout(() => lost.abort(loss), 20)
  expect(await explanationOf(thrown, { lost: lost.signal, limitReached: limit.signal })).toBe(loss)
})

test('a known loss explains whatever failed', async () => {
  const { lost, limit } = signals()
  lost.abort(loss)
  const broken = new TypeError('fetch failed')
  expect(await explanationOf(broken, { lost: lost.signal, limitReached: limit.signal })).toBe(loss)
})

test('a failure of a sandbox that is there explains itself', async () => {
  const { lost, limit } = signals()
  expect(await explanationOf(refused, { lost: lost.signal, limitReached: limit.signal })).toBe(refused)
})

test('nothing is waited for where the failure is not a sandbox’s, or a limit is known to have ended it', async () => {
  const { lost, limit } = signals()
  const sandbox = { lost: lost.signal, limitReached: limit.signal }
  const provider = new InfrastructureError('VITRIAL_INFRA_PROVIDER', 'The provider is down.')
  expect(await atOnce(explanationOf(provider, sandbox))).toBe(provider)
  limit.abort()
  expect(await atOnce(explanationOf(refused, sandbox))).toBe(refused)
})

test('an end is the agent’s own only where the sandbox gave a sign of life after it', async () => {
  const { lost, limit } = signals()
  const crashed = { state: 'agent_failed', detail: 'It exited with code 137.' } as const
  const sandbox = { lost: lost.signal, limitReached: limit.signal, confirmAlive: async () => {} }
  expect(await endingOfLiving(crashed, sandbox, never)).toBe(crashed)

  const confirmAlive = async (): Promise<void> => {
    lost.abort(loss)
    throw loss
  }
  expect(await endingOfLiving(crashed, { ...sandbox, confirmAlive }, never)).toEqual({
    state: 'infra_failed',
    error: loss.toRecord(),
    detail: `${loss.message} The agent itself had ended as agent_failed: It exited with code 137.`,
  })
})

test('a broken limit that ended the sandbox is no loss', async () => {
  const { lost, limit } = signals()
  limit.abort()
  const sandbox = {
    lost: lost.signal,
    limitReached: limit.signal,
    confirmAlive: async () => Promise.reject(refused),
  }
  const crashed = { state: 'agent_failed' } as const
  expect(await endingOfLiving(crashed, sandbox, never)).toBe(crashed)
})

async function atOnce<T>(work: Promise<T>): Promise<T | 'waits'> {
  return await Promise.race([work, new Promise<'waits'>((resolve) => setImmediate(resolve, 'waits'))])
}
