import { runtimeContract } from '@vitrial/fixtures'
import { describe, it } from 'vitest'
import { isolationTests } from './docker-isolation.fixture.ts'
import { usePodman } from './podman.fixture.ts'

/** What holds for sandboxes on Docker holds on Podman, where there is one; nothing requires it. */
describe('podman', async () => {
  if (!(await usePodman())) return it.skip('makes sandboxes as Docker does')
  // Only now: it looks for the engine when it is loaded.
  const { census, testRuntime } = await import('./docker-test.fixture.ts')

  runtimeContract('podman', {
    createRuntime: async () => testRuntime({ engine: 'podman' }),
    census,
    missesFilesAmongVanishing: true,
  })

  describe('a podman sandbox', () => {
    // Its usual seccomp profile allows them, unlike Docker's.
    isolationTests({ createRuntime: () => testRuntime({ engine: 'podman' }), hasUserNamespaces: true })
  })
})
