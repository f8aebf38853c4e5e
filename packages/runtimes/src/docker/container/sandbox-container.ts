import type { Duplex } from 'node:stream'
import { pack } from 'tar-stream'
import { GenericContainer, type WaitStrategy } from 'testcontainers'
import { candidateUser, sandboxDirectories, volumeRoot } from '../inside/sandbox-layout.ts'
import type { ContainerPlan } from './container-plan.ts'
import type { EngineApi } from '../../engine/engine.ts'
import { openPipe } from './open-pipe.ts'

/** What a container needs of its sandbox while it starts. */
export interface ContainerStart {
  /** The container is made and does not run yet: its pipe is open before anything can be missed. */
  onPipe(pipe: Duplex): void
  /** Resolves when the sandbox can be used. */
  ready(): Promise<void>
}

/** A container as Testcontainers starts it, made the way a sandbox has to be. */
export class SandboxContainer extends GenericContainer {
  readonly #docker: EngineApi
  readonly #start: ContainerStart

  constructor(docker: EngineApi, plan: ContainerPlan, start: ContainerStart) {
    super(plan.create.Image ?? '')
    this.#docker = docker
    this.#start = start
    Object.assign(this.createOpts, plan.create)
    Object.assign(this.hostConfig, plan.host)
    // Our own guardian removes what a dead host leaves, on engines too that take no other container.
    this.withNetworkMode('none').withAutoCleanup(false).withWaitStrategy(waitFor(start))
  }

  protected override async containerCreated(id: string): Promise<void> {
    const container = this.#docker.getContainer(id)
    const [pipe] = await Promise.all([
      openPipe(this.#docker, id),
      container.putArchive(directories(), { path: volumeRoot }),
    ])
    this.#start.onPipe(pipe)
  }
}

/** The candidate's directories, which are its own on a volume that is not. */
function directories(): NodeJS.ReadableStream {
  const archive = pack()
  for (const path of Object.values(sandboxDirectories)) {
    const name = path.slice(volumeRoot.length + 1)
    archive.entry({ name, type: 'directory', mode: 0o755, ...candidateUser })
  }
  archive.finalize()
  return archive
}

function waitFor(start: ContainerStart): WaitStrategy {
  const strategy: WaitStrategy = {
    waitUntilReady: () => start.ready(),
    withStartupTimeout: () => strategy,
    isStartupTimeoutSet: () => true,
    getStartupTimeout: () => 0,
  }
  return strategy
}
