import { CancelledError, InfrastructureError } from '@vitrial/core'
import { expect, it } from 'vitest'
import { endingOfError } from './run-ending.ts'

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
  expect(endingOfError(await failTwice(lost), 1)).toMatchObject({
    state: 'infra_failed',
    error: { code: 'VITRIAL_INFRA_SANDBOX_LOST' },
  })
})

it('stays cancelled, though removing the sandbox failed', async () => {
  const thrown = await failTwice(new CancelledError('Enough.'))
  expect(endingOfError(thrown, 1)).toEqual({ state: 'cancelled', detail: 'Enough.' })
})
