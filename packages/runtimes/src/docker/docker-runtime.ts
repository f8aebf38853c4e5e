import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import {
  InfrastructureError,
  type Clock,
  type Guardian,
  type RunOwner,
  type Runtime,
  type Sandbox,
  type SandboxLimits,
  type SandboxSpec,
} from '@vitrial/core'
import type Dockerode from 'dockerode'
import { engineAddressOf } from '../guardian/engine-address.ts'
import { sweepEngine } from '../guardian/sweep-engine.ts'
import { untilAborted } from '../process/until-aborted.ts'
import { containerPlan, defaultLimits, type ContainerLimits } from './container-plan.ts'
import { DockerSandbox } from './docker-sandbox.ts'
import { connectEngine, type EngineKind } from './engine.ts'
import { engineCall, engineStatus } from './engine-call.ts'
import { labelNames, type SandboxIdentity } from './labels.ts'
import { SandboxContainer } from './sandbox-container.ts'
import { StartRamp } from './start-ramp.ts'
import { Tunnel } from './tunnel/tunnel.ts'

const startMs = 120_000

export interface DockerRuntimeOptions {
  /** The id benchmarks name it by. */
  readonly id: string
  /** What sandboxes are made of: an image of the engine's that has `sh`, and `node` or `opencode`. */
  readonly image: string
  /** @default 'docker' */
  readonly engine?: EngineKind
  /** The process that answers for the sandboxes; the sweep of a later one removes them when it is gone. */
  readonly owner: RunOwner
  /** Removes the sandboxes if this process dies. Absent: only the sweep of a later one does. */
  readonly guardian?: Pick<Guardian, 'hold'>
  readonly clock: Clock
  /** How many processes and threads a sandbox may have. @default 512 */
  readonly processes?: number
  /** How many containers may be starting at a time, since a start is heavy. @default the number of cores */
  readonly startsAtOnce?: number
}

/**
 * Sandboxes that are containers without a network, each alone, reached only through the engine's API. Where the
 * engine is (this machine, or wherever `DOCKER_HOST` says) makes no difference.
 */
export function createDockerRuntime(options: DockerRuntimeOptions): Runtime {
  return new DockerRuntime(options)
}

class DockerRuntime implements Runtime {
  readonly id: string
  readonly contained = true
  readonly #options: DockerRuntimeOptions
  readonly #ramp: StartRamp
  readonly #sandboxes = new Set<Sandbox>()
  readonly #starting = new Set<Promise<unknown>>()
  #docker: Promise<Dockerode> | undefined
  #isDisposed = false

  constructor(options: DockerRuntimeOptions) {
    this.id = options.id
    this.#options = options
    this.#ramp = new StartRamp(options.startsAtOnce ?? availableParallelism())
  }

  async prepare(signal: AbortSignal): Promise<void> {
    const docker = await this.#engine(signal)
    await sweepEngine({ engine: engineAddressOf(docker), now: this.#options.clock.now() }, signal)
  }

  async acquire(spec: SandboxSpec, signal: AbortSignal): Promise<Sandbox> {
    signal.throwIfAborted()
    this.#throwIfDisposed()
    const docker = await this.#engine(signal)
    const starting = this.#ramp.run(() => this.#start(docker, spec, signal), signal)
    this.#starting.add(starting)
    try {
      return await starting
    } finally {
      this.#starting.delete(starting)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true
    await Promise.allSettled(this.#starting)
    await Promise.all([...this.#sandboxes].map((sandbox) => sandbox[Symbol.asyncDispose]()))
  }

  async #start(docker: Dockerode, spec: SandboxSpec, signal: AbortSignal): Promise<Sandbox> {
    this.#throwIfDisposed()
    const identity = this.#identity(spec)
    const limits = this.#limits(spec.limits)
    const { image, guardian } = this.#options
    const label = `${labelNames.sandbox}=${identity.sandboxId}`
    const hold = guardian?.hold({ kind: 'containers', engine: engineAddressOf(docker), label })
    const sandbox = new DockerSandbox({
      id: identity.sandboxId,
      // By its name, so that it can be removed even where the engine never told its id.
      container: docker.getContainer(identity.sandboxId),
      limits,
      onRemoved: () => hold?.[Symbol.dispose](),
      onDisposed: () => void this.#sandboxes.delete(sandbox),
    })
    this.#sandboxes.add(sandbox)
    try {
      await startContainer(docker, sandbox, { image, identity, limits }, signal)
      signal.throwIfAborted()
      return sandbox
    } catch (cause) {
      await sandbox[Symbol.asyncDispose]()
      signal.throwIfAborted()
      throw new InfrastructureError(
        'VITRIAL_INFRA_SANDBOX_START',
        `Runtime ${this.id} has no sandbox to give: ${cause instanceof Error ? cause.message : String(cause)}`,
        { cause },
      )
    }
  }

  /** The engine, once it is known to answer and to have the image. A failure is tried again by whoever asks next. */
  #engine(signal: AbortSignal): Promise<Dockerode> {
    this.#docker ??= this.#connect().catch((error: unknown) => {
      this.#docker = undefined
      throw error
    })
    return untilAborted(this.#docker, signal)
  }

  async #connect(): Promise<Dockerode> {
    const { engine = 'docker', image } = this.#options
    const docker = await connectEngine(engine, AbortSignal.timeout(startMs))
    try {
      await engineCall(`for image ${image}`, {}, () => docker.getImage(image).inspect())
    } catch (cause) {
      if (engineStatus(cause) !== 404) throw cause
      throw new InfrastructureError(
        'VITRIAL_IMAGE_MISSING',
        `The container engine has no image ${image}. Make it: npx vitrial image`,
        { cause },
      )
    }
    return docker
  }

  #identity({ runId }: SandboxSpec): SandboxIdentity {
    const { owner, clock } = this.#options
    return {
      runId,
      sandboxId: `vitrial-${runId}-${randomBytes(4).toString('hex')}`,
      owner,
      createdAtMs: clock.now(),
    }
  }

  #limits(asked: SandboxLimits): ContainerLimits {
    const { processes = defaultLimits.processes } = this.#options
    return { ...defaultLimits, ...asked, processes }
  }

  #throwIfDisposed(): void {
    if (!this.#isDisposed) return
    throw new InfrastructureError(
      'VITRIAL_INFRA_SANDBOX_START',
      `Runtime ${this.id} has no sandbox to give: the runtime has been closed.`,
    )
  }
}

/** Starts a container with its tunnel, and waits until the agent inside answers. */
async function startContainer(
  docker: Dockerode,
  sandbox: DockerSandbox,
  request: Parameters<typeof containerPlan>[0],
  signal: AbortSignal,
): Promise<void> {
  let tunnel: Tunnel | undefined
  const container = new SandboxContainer(docker, containerPlan(request), {
    onPipe: (pipe) => {
      tunnel = new Tunnel({
        pipe,
        onReport: (report) => sandbox.report(report),
        onEnd: (reason) => void sandbox.tunnelEnded(reason),
      })
      sandbox.connect(tunnel)
    },
    ready: async () => await tunnel?.ready(),
  })
  // Not cut short by the signal: what is being made must be known before it can be removed.
  await engineCall(`to start sandbox ${sandbox.id}`, { deadlineMs: startMs }, () => container.start())
  signal.throwIfAborted()
}
