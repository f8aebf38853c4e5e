export { createOpenCodeJudgeAgent, type OpenCodeJudgeAgentOptions } from './judge/opencode-judge-agent.ts'
export { createOpenCodeHarness, type OpenCodeHarnessOptions } from './opencode/opencode-harness.ts'
export { openCodeVersion } from './opencode/opencode-version.ts'
export { resolveOpenCodeBinary } from './opencode/resolve-binary.ts'
