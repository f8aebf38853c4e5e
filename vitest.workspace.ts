import { defineEvals } from 'vitrial/config'
import type { TestProjectConfiguration } from 'vitest/config'

// Unit tests run on the sources; what a config imports, and whole projects, run on what `tsc -b` built. The
// condition is a name of our own: Vitest hands it to Node too, where other packages' "source" is TypeScript.
const sources = ['vitrial-source', 'module', 'node', 'development']

// Time limits end what hangs. None measures the machine, which may be busy.
const patient = { poll: { timeout: 30_000 } }

const unit: TestProjectConfiguration = {
  ssr: { resolve: { conditions: sources } },
  test: {
    name: 'unit',
    include: ['packages/*/src/**/*.test.ts', 'fixtures/{src,host}/**/*.test.ts'],
    exclude: ['**/*.docker.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: patient,
  },
}

// What needs a container engine: skipped where none answers, red there under VITRIAL_REQUIRE_DOCKER=1.
const docker: TestProjectConfiguration = {
  ssr: unit.ssr,
  test: {
    name: 'docker',
    include: ['packages/*/src/**/*.docker.test.ts', 'fixtures/host/**/*.docker.test.ts'],
    globalSetup: ['fixtures/e2e/census-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: patient,
    fileParallelism: false,
  },
}

const endToEnd: TestProjectConfiguration = {
  test: {
    name: 'e2e',
    include: ['fixtures/e2e/**/*.test.ts'],
    globalSetup: ['fixtures/e2e/census-setup.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: patient,
    fileParallelism: false,
  },
}

export default [unit, docker, endToEnd, defineEvals({ name: 'evals', root: './examples/quickstart' })]
