import { defaultWorkspaceLimits, type SandboxLimits } from '@vitrial/core/limits'

/** What a sandbox may use, with nothing left open. */
export interface ContainerLimits extends Required<SandboxLimits> {
  readonly processes: number
}

/** @default what a sandbox gets where the benchmark says nothing */
export const defaultLimits: ContainerLimits = {
  cpus: 2,
  memoryMiB: 4_096,
  processes: 512,
  ...defaultWorkspaceLimits,
}
