export { createOpenCodeHarness } from './opencode/candidate/opencode-harness.ts'
export { createOpenCodeJudgeAgent } from './opencode/judge/opencode-judge-agent.ts'
export { openCodeVersion } from './opencode/program/opencode-version.ts'
export { resolveOpenCodeBinary } from './opencode/program/resolve-binary.ts'
