import { runtimeContract } from '@vitrial/fixtures'
import { describe } from 'vitest'
import { canRunDocker, census, testRuntime } from './docker-test.fixture.ts'

describe.runIf(canRunDocker)('docker', () => {
  runtimeContract('docker', { createRuntime: async () => testRuntime(), census })
})
