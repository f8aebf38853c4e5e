import { errorMessage } from '@vitrial/core/errors'
import { candidateImage } from '../image/candidate-image.ts'
import { describeEngine } from '../engine/describe-engine.ts'
import { findEngine } from '../engine/find-engine.ts'
import { imageStatus } from '../image/image-status.ts'
import { imageVariable } from '../image/image-under-test.fixture.ts'
import { nameEngine, type Environment } from '../engine/engine-environment.ts'

/** Makes Podman the engine of this process, which has only one. False where it cannot be used, which is said. */
export async function usePodman(): Promise<boolean> {
  const signal = AbortSignal.timeout(30_000)
  try {
    const environment: Environment = { ...process.env, DOCKER_HOST: '' }
    nameEngine('podman', environment)
    process.env['DOCKER_HOST'] = environment['DOCKER_HOST']
    const { api, address } = await findEngine({ signal, environment })
    const { kind } = await describeEngine(api, signal)
    if (kind !== 'podman') throw new TypeError(`${address} is ${kind}`)
    const image = process.env[imageVariable] ?? candidateImage().name
    const { state, command } = await imageStatus(api, { signal, image, kind })
    if (state !== 'ready') throw new TypeError(`the image ${image} is ${state}. Run: ${command}`)
    return true
  } catch (error) {
    process.stderr.write(`skipped, for want of Podman: ${errorMessage(error)}\n`)
    return false
  }
}
