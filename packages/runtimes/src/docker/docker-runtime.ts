import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { errorMessage } from '@vitrial/core/errors'
import type { SandboxLimits } from '@vitrial/core/limits'
import type {
  Clock,
  Guardian,
  Leftover,
  Runtime,
  Sandbox,
  SandboxImage,
  SandboxSpec,
} from '@vitrial/core/ports'
import type { RunOwner } from '@vitrial/core/records'
import { untilAborted } from '@vitrial/core/waiting'
import { candidateImage } from '../image/candidate-image.ts'
import type { EngineApi, EngineKind } from '../engine/engine.ts'
import { findEngine } from '../engine/find-engine.ts'
import { imageStatus, statusOf, type ImageStatus } from '../image/image-status.ts'
import { engineAddressOf } from '../engine/engine-address.ts'
import { listLabelled, removeObjects } from '../engine/labelled-objects.ts'
import { containerPlan, type ContainerRequest } from './container/container-plan.ts'
import { defaultLimits, type ContainerLimits } from './limits/container-limits.ts'
import { DockerSandbox } from './docker-sandbox.ts'
import { nameEngine, type Environment } from '../engine/engine-environment.ts'
import { engineCall } from '../engine/engine-call.ts'
import { labelNames, type SandboxIdentity } from '../ownership/labels.ts'
import { prepareEngine, type PreparedEngine } from './prepare-engine.ts'
import { noSandbox } from '../sandbox/sandbox-errors.ts'
import { SandboxContainer } from './container/sandbox-container.ts'
import { StartRamp } from './start-ramp.ts'
import { Tunnel } from './tunnel/tunnel.ts'

const startMs = 120_000
const connectMs = 120_000
const lookMs = 10_000

/** What a runtime of containers is made with. */
export interface DockerRuntimeOptions {
  /** The id benchmarks name it by. */
  readonly id: string
  /**
   * An image of the person's own, which has `sh`, and `node` or `opencode`.
   * @default the candidate image of this version
   */
  readonly image?: string
  /** @default 'docker' */
  readonly engine?: EngineKind
  /** The process that answers for the sandboxes. */
  readonly owner: RunOwner
  /** Ends the sandboxes if this process dies. Absent: they end by themselves, and the next run removes them. */
  readonly guardian?: Pick<Guardian, 'hold'>
  readonly clock: Pick<Clock, 'now'>
  /** Where the engine is named. @default the process's own */
  readonly environment?: Environment
  /** How many processes and threads a sandbox may have. @default 512 */
  readonly processes?: number
  /** How many containers may be starting at a time, since a start is heavy. @default the number of cores */
  readonly startsAtOnce?: number
}

/**
 * Creates a runtime whose sandboxes are containers without a network, each alone, reached only through the engine's
 * API. Where the engine is (this machine, or wherever `DOCKER_HOST` says) makes no difference.
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
  #prepared: Promise<PreparedEngine> | undefined
  #seen: Promise<ImageStatus> | undefined
  #isDisposed = false

  constructor(options: DockerRuntimeOptions) {
    this.id = options.id
    this.#options = options
    this.#ramp = new StartRamp(options.startsAtOnce ?? availableParallelism())
  }

  async prepare(signal: AbortSignal): Promise<readonly Leftover[]> {
    return (await this.#engine(signal)).leftovers
  }

  async image(): Promise<SandboxImage> {
    const prepared = await this.#prepared?.catch(() => undefined)
    if (prepared === undefined) return (await (this.#seen ??= this.#look())).contents
    const { image, description } = prepared
    const engine = `${description.kind} ${description.version}`
    return { ...image.contents, ...(image.id !== undefined && { id: image.id }), engine }
  }

  async acquire(spec: SandboxSpec, signal: AbortSignal): Promise<Sandbox> {
    signal.throwIfAborted()
    this.#throwIfDisposed()
    const prepared = await this.#engine(signal)
    const starting = this.#ramp.run(() => this.#start(prepared, spec, signal), signal)
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

  async #start(prepared: PreparedEngine, spec: SandboxSpec, signal: AbortSignal): Promise<Sandbox> {
    const { api: docker } = prepared
    this.#throwIfDisposed()
    const identity = this.#identity(spec)
    const limits = this.#limits(spec.limits)
    const { guardian } = this.#options
    // By its id: a name may stand for another image by now than for the one that was looked at.
    const image = prepared.image.id ?? prepared.image.image
    const label = `${labelNames.sandbox}=${identity.sandboxId}`
    const engine = engineAddressOf(docker)
    const hold = guardian?.hold({ kind: 'containers', engine, label })
    const sandbox = new DockerSandbox({
      id: identity.sandboxId,
      // By its name, so that it can be removed even where the engine never told its id.
      container: docker.getContainer(identity.sandboxId),
      limits,
      removeRest: async () => removeObjects(engine, await listLabelled(engine, label)),
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
      throw noSandbox(this.id, errorMessage(cause), cause)
    }
  }

  /** The engine, once it is known to answer and to have the image. A failure is tried again by whoever asks next. */
  #engine(signal: AbortSignal): Promise<PreparedEngine> {
    this.#prepared ??= this.#connect().catch((error: unknown) => {
      this.#prepared = undefined
      throw error
    })
    return untilAborted(this.#prepared, signal)
  }

  /** The image where there is one to be seen; else as the command that makes it would make it. */
  async #look(): Promise<ImageStatus> {
    const { engine = 'docker', image = candidateImage().name, environment = process.env } = this.#options
    const signal = AbortSignal.timeout(lookMs)
    try {
      nameEngine(engine, environment)
      const { api } = await findEngine({ environment, signal })
      return await imageStatus(api, { image, signal })
    } catch {
      // A plan needs no engine; whoever works hears of it from `prepare`.
      return statusOf(image, undefined)
    }
  }

  async #connect(): Promise<PreparedEngine> {
    const { engine = 'docker', image, environment = process.env } = this.#options
    nameEngine(engine, environment)
    return await prepareEngine(
      { environment, kind: engine, ...(image !== undefined && { image }) },
      AbortSignal.timeout(connectMs),
    )
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
    if (this.#isDisposed) throw noSandbox(this.id, 'the runtime has been closed.')
  }
}

/** Starts a container with its tunnel, and waits until its relay answers. */
async function startContainer(
  docker: EngineApi,
  sandbox: DockerSandbox,
  request: ContainerRequest,
  signal: AbortSignal,
): Promise<void> {
  let tunnel: Tunnel | undefined
  const container = new SandboxContainer(docker, containerPlan(request), {
    onPipe: (pipe) => {
      tunnel = new Tunnel({
        pipe,
        onReport: (report) => sandbox.report(report),
        onEnd: (reason) => sandbox.tunnelEnded(reason),
      })
      sandbox.connect(tunnel)
    },
    ready: async () => await tunnel?.ready(),
  })
  // Not cut short by the signal: what is being made must be known before it can be removed.
  await engineCall(`to start sandbox ${sandbox.id}`, { deadlineMs: startMs }, () => container.start())
  signal.throwIfAborted()
}
