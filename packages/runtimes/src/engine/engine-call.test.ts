import { InfrastructureError } from '@vitrial/core/errors'
import { describe, expect, it } from 'vitest'
import { engineCall } from './engine-call.ts'
import { engineStatus } from './engine-status.ts'

describe('an engine call', () => {
  it('does not wait beyond its deadline', async () => {
    const calling = engineCall('to hang', { deadlineMs: 20 }, () => new Promise(() => {}))
    await expect(calling).rejects.toThrow('did not answer within 0.02 s to hang')
    await expect(calling).rejects.toMatchObject({ code: 'VITRIAL_INFRA_ENGINE' })
  })

  it('ends with the reason of its signal', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const calling = engineCall('to hang', { signal: controller.signal }, () => new Promise(() => {}))
    controller.abort(reason)
    await expect(calling).rejects.toBe(reason)
  })

  it('tells what the engine refused, and with which status', async () => {
    const refusal = Object.assign(new Error('(HTTP code 404) no such container'), { statusCode: 404 })
    const error: unknown = await engineCall('to end x', {}, () => Promise.reject(refusal)).catch(
      (thrown) => thrown,
    )
    expect(error).toBeInstanceOf(InfrastructureError)
    expect(error).toMatchObject({ message: expect.stringContaining('refused to end x: (HTTP code 404)') })
    expect(engineStatus(error)).toBe(404)
    expect(engineStatus(new Error('other'))).toBeUndefined()
  })
})
