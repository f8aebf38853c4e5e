import { InfrastructureError } from '@vitrial/core'
import { expect, test } from 'vitest'
import { explanationOf } from './sandbox-loss.ts'

const loss = new InfrastructureError('VITRIAL_INFRA_SANDBOX_LOST', 'Sandbox s was lost. Run it again.')
const refused = new InfrastructureError('VITRIAL_INFRA_SANDBOX_TRANSFER', 'No such container: s.')

function signals(): { lost: AbortController; limit: AbortController } {
  return { lost: new AbortController(), limit: new AbortController() }
}

test('a loss explains a call that failed before it was noticed', async () => {
  const { lost, limit } = signals()
  setTimeout(() => lost.abort(loss), 20)
  expect(await explanationOf(refused, { lost: lost.signal, limitReached: limit.signal })).toBe(loss)
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

async function atOnce<T>(work: Promise<T>): Promise<T | 'waits'> {
  return await Promise.race([work, new Promise<'waits'>((resolve) => setImmediate(resolve, 'waits'))])
}
