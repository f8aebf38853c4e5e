import { describe, expect, it } from 'vitest'
import { engineUnderTest } from '../engine/engine-under-test.fixture.ts'
import { prepareEngine } from './prepare-engine.ts'

const { signal } = new AbortController()
const engine = await engineUnderTest()

describe.skipIf(engine === undefined)('preparing an engine', () => {
  it('names the missing image and how to get it', async () => {
    const preparing = prepareEngine({ environment: process.env, image: 'vitrial/nowhere:1' }, signal)
    await expect(preparing).rejects.toMatchObject({
      code: 'VITRIAL_IMAGE_MISSING',
      message: expect.stringContaining('docker pull vitrial/nowhere:1'),
    })
  })

  it('says so when the engine that was named does not answer', async () => {
    const environment = { DOCKER_HOST: 'unix:///nowhere/docker.sock' }
    await expect(prepareEngine({ environment }, signal)).rejects.toMatchObject({
      code: 'VITRIAL_ENGINE_MISSING',
      message: expect.stringContaining('unix:///nowhere/docker.sock'),
    })
  })
})
