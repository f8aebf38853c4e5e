import { candidateImage } from './candidate-image.ts'
import { inspectImage } from './image-status.ts'
import { engineUnderTest } from '../engine/engine-under-test.fixture.ts'

/** The environment variable that names another image for sandboxes under test. */
export const imageVariable = 'VITRIAL_TEST_IMAGE'

/**
 * The image that sandboxes under test are made of: the candidates' own, or whatever `VITRIAL_TEST_IMAGE` names, such as
 * what `fixtures/images/build-test-image.sh` makes in seconds. Undefined where there is no engine or no such image: tests
 * skip then, unless `VITRIAL_REQUIRE_DOCKER=1` says that they must not.
 */
export async function imageUnderTest(): Promise<string | undefined> {
  const engine = await engineUnderTest()
  if (engine === undefined) return undefined
  const image = process.env[imageVariable] ?? candidateImage().name
  if ((await inspectImage(engine, image, AbortSignal.timeout(30_000))) !== undefined) return image
  const reason = `there is no image ${image}. Make it: npx vitrial image`
  if (process.env['VITRIAL_REQUIRE_DOCKER'] === '1') throw new Error(reason)
  process.stderr.write(`skipped: ${reason}\n`)
  return undefined
}
