export { labelNames, ownerOf, ownerText, sandboxLabels, type SandboxIdentity } from './docker/labels.ts'
export { createProcessRuntime, type ProcessRuntimeOptions } from './process/process-runtime.ts'
export { type SandboxTrace } from './process/sandbox-processes.ts'
