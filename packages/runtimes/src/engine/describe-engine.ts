import { z } from 'zod'
import { engineAnswer } from './engine-answer.ts'
import type { EngineApi, EngineKind } from './engine.ts'

/** What an engine is and has. */
export interface EngineDescription {
  readonly kind: EngineKind
  readonly version: string
  /** The newest version of the engine's API, `1.41`. */
  readonly apiVersion: string
  readonly cpus: number
  readonly memoryBytes: number
  /** Where it keeps images and containers, as it sees its own disk. */
  readonly rootDirectory: string
  /** Whether it keeps a container to its limits of memory and processes. */
  readonly enforcesLimits: boolean
}

const limitsSchema = z.object({
  MemoryLimit: z.boolean().nullish(),
  PidsLimit: z.boolean().nullish(),
  CgroupVersion: z.string().nullish(),
  SecurityOptions: z.array(z.string()).nullish(),
})

/** Asks an engine what it is and has. */
export async function describeEngine(engine: EngineApi, signal: AbortSignal): Promise<EngineDescription> {
  const asking = Promise.all([engine.version(), engine.info()])
  const [version, info] = await engineAnswer(asking, signal)
  const isPodman = version.Components.some(({ Name }) => Name.startsWith('Podman'))
  return {
    kind: isPodman ? 'podman' : 'docker',
    version: version.Version,
    apiVersion: version.ApiVersion,
    cpus: info.NCPU,
    memoryBytes: info.MemTotal,
    rootDirectory: info.DockerRootDir,
    enforcesLimits: enforcesLimits(limitsSchema.parse(info)),
  }
}

/** Podman without root on control groups v1 ignores limits, whatever it says that the kernel can do. */
export function enforcesLimits(info: z.output<typeof limitsSchema>): boolean {
  const isRootless = info.SecurityOptions?.some((option) => option.includes('rootless')) ?? false
  if (isRootless && info.CgroupVersion === '1') return false
  return info.MemoryLimit !== false && info.PidsLimit !== false
}
