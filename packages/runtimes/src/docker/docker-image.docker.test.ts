import { describe, expect, it } from 'vitest'
import { candidateImage } from '../image/candidate-image.ts'
import { imageOpenCodeVersion } from '../image/image-programs.ts'
import { canRunDocker, testRuntime } from './docker-test.fixture.ts'

const { signal } = new AbortController()

describe.runIf(canRunDocker)('the image of a docker runtime', () => {
  it('is known before and after the engine is prepared', async () => {
    await using runtime = testRuntime({ image: candidateImage().name })
    const contents = { recipe: expect.stringMatching(/^[0-9a-f]{64}$/), agentVersion: imageOpenCodeVersion }
    expect(await runtime.image?.()).toEqual(contents)
    await runtime.prepare?.(signal)
    expect(await runtime.image?.()).toEqual({
      ...contents,
      id: expect.stringMatching(/^(sha256:)?[0-9a-f]{64}$/),
      engine: expect.stringMatching(/^(docker|podman) \d/),
    })
  })
})

it('is what the command that makes it would make where no engine answers', async () => {
  await using runtime = testRuntime({
    image: candidateImage().name,
    environment: { DOCKER_HOST: 'unix:///nowhere/docker.sock' },
  })
  expect(await runtime.image?.()).toEqual({
    recipe: candidateImage().recipe,
    agentVersion: imageOpenCodeVersion,
  })
})
