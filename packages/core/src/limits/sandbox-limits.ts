/** A candidate's files may come to this much. */
export interface WorkspaceLimits {
  /** Files, folders and links. */
  readonly files: number
  /** By the sizes that files show: one with holes counts whole, one with several names once. */
  readonly bytesMiB: number
}

/** A sandbox gets these where the benchmark says nothing, and a workspace is collected by them. */
export const defaultWorkspaceLimits: WorkspaceLimits = { files: 200_000, bytesMiB: 4_096 }

/** A sandbox may use this much. Absent: the runtime's own default. */
export interface SandboxLimits {
  readonly cpus?: number
  readonly memoryMiB?: number
  readonly files?: number
  readonly bytesMiB?: number
}
