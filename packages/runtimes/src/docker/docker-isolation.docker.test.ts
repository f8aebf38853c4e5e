import { describe } from 'vitest'
import { isolationTests } from './docker-isolation.fixture.ts'
import { canRunDocker, testRuntime } from './docker-test.fixture.ts'

describe.runIf(canRunDocker)('a docker sandbox', () => {
  isolationTests({ createRuntime: () => testRuntime(), hasUserNamespaces: false })
})
