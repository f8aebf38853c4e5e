export type { HitLimit } from './candidate-limit.ts'
export { defaultWorkspaceLimits, type WorkspaceLimits, type SandboxLimits } from './sandbox-limits.ts'
