export {
  createOpenCodeJudgeAgent,
  type OpenCodeJudgeAgentOptions,
} from './opencode/judge/opencode-judge-agent.ts'
export { createOpenCodeHarness, type OpenCodeHarnessOptions } from './opencode/candidate/opencode-harness.ts'
export { openCodeVersion } from './opencode/program/opencode-version.ts'
export { resolveOpenCodeBinary } from './opencode/program/resolve-binary.ts'
