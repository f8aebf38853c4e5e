import type { TestProjectInlineConfiguration } from 'vitest/config'

const unit: TestProjectInlineConfiguration = {
  // Unit tests run on the sources; whatever a config imports runs on dist. The condition is our own name:
  // Vitest hands it to Node too, and other packages' "source" would load TypeScript there.
  ssr: { resolve: { conditions: ['vitrial-source', 'module', 'node', 'development'] } },
  test: {
    name: 'unit',
    include: ['packages/*/src/**/*.test.ts', 'fixtures/src/**/*.test.ts'],
  },
}

const e2e: TestProjectInlineConfiguration = {
  test: {
    name: 'e2e',
    include: ['fixtures/e2e/**/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    fileParallelism: false,
  },
}

export default [unit, e2e]
