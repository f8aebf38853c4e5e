export { createOpenCodeHarness, type OpenCodeHarnessOptions } from './opencode/opencode-harness.ts'
export { resolveOpenCodeBinary } from './opencode/resolve-binary.ts'
