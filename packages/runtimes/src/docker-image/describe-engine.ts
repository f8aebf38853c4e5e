import { engineAnswer, type EngineApi, type EngineKind } from './engine.ts'

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
}

/** Asks an engine what it is and has. */
export async function describeEngine(engine: EngineApi, signal: AbortSignal): Promise<EngineDescription> {
  const asking = Promise.all([engine.version(), engine.info()])
  const [version, limits] = await engineAnswer(asking, signal)
  const isPodman = version.Components.some(({ Name }) => Name.startsWith('Podman'))
  return {
    kind: isPodman ? 'podman' : 'docker',
    version: version.Version,
    apiVersion: version.ApiVersion,
    cpus: limits.NCPU,
    memoryBytes: limits.MemTotal,
    rootDirectory: limits.DockerRootDir,
  }
}
