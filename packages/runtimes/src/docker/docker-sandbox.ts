import { InfrastructureError, type LimitReachedError } from '@vitrial/core/errors'
import type { HitLimit } from '@vitrial/core/limits'
import type {
  ByteStream,
  DownloadedEntry,
  DownloadOptions,
  FileEntry,
  Sandbox,
  SandboxCommand,
  SandboxProcess,
  ServedPort,
} from '@vitrial/core/ports'
import { untilAborted } from '@vitrial/core/waiting'
import { sandboxDirectories } from './inside/sandbox-layout.ts'
import type { ContainerLimits } from './limits/container-limits.ts'
import { downloadArchive } from './archive/download.ts'
import { engineCall } from '../engine/engine-call.ts'
import { engineStatus } from '../engine/engine-status.ts'
import type { DockerProcess } from './exec/docker-process.ts'
import { execInContainer } from './exec/exec.ts'
import { pathInside } from './inside/path-inside.ts'
import { sandboxEnded } from '../sandbox/sandbox-errors.ts'
import { LimitWatch } from './limits/limit-watch.ts'
import { removeContainer } from './container/remove-container.ts'
import type { LimitReport, Tunnel } from './tunnel/tunnel.ts'
import { uploadArchive } from './archive/upload.ts'
import { VolumeMeter } from './limits/volume-meter.ts'
import type { EngineContainer, ContainerState } from '../engine/engine.ts'

const endMs = 60_000

/** What an engine says that is to end a container which does not run any more, or is not there. */
const goneStatuses: ReadonlySet<number | undefined> = new Set([404, 409])

export interface DockerSandboxOptions {
  readonly id: string
  readonly container: EngineContainer
  readonly limits: ContainerLimits
  /** Removes what is left where somebody else has removed the container. */
  readonly removeRest: () => Promise<void>
  /** Called once, when nothing is left of it. */
  readonly onRemoved: () => void
  /** Called once, when nothing is left of it or removing it has failed. */
  readonly onDisposed: () => void
}

/** A container without a network, reached through the engine and the tunnel only. */
export class DockerSandbox implements Sandbox {
  readonly id: string
  readonly directories: Sandbox['directories'] = sandboxDirectories
  readonly #container: EngineContainer
  readonly #removeRest: () => Promise<void>
  readonly #onRemoved: () => void
  readonly #onDisposed: () => void
  readonly #lost = new AbortController()
  readonly #limitReached = new AbortController()
  readonly #watch: LimitWatch
  readonly #meter: VolumeMeter
  readonly #programs = new Set<DockerProcess>()
  #tunnel: Tunnel | undefined
  #explaining: Promise<void> | undefined
  #programCount = 0
  #freezing: Promise<void> | undefined
  #disposing: Promise<void> | undefined

  constructor({ id, container, limits, removeRest, onRemoved, onDisposed }: DockerSandboxOptions) {
    this.id = id
    this.#container = container
    this.#removeRest = removeRest
    this.#onRemoved = onRemoved
    this.#onDisposed = onDisposed
    this.#watch = new LimitWatch(limits)
    this.#meter = new VolumeMeter(container, limits)
  }

  get lost(): AbortSignal {
    return this.#lost.signal
  }

  get limitReached(): AbortSignal {
    return this.#limitReached.signal
  }

  /** Gives it its tunnel, before the container runs. */
  connect(tunnel: Tunnel): void {
    this.#tunnel = tunnel
  }

  /** What the relay has counted. */
  report(report: LimitReport): void {
    this.#take(report)
    if (report.unread === 0 || this.#freezing !== undefined) return
    this.#meter.measure(report).then(
      (measured) => measured && this.#take(measured),
      // The next look tries again; if the engine is gone the tunnel ends too.
      () => undefined,
    )
  }

  /** The tunnel has ended. Unless it was meant to, the sandbox is lost, or a limit ended it. */
  tunnelEnded(reason: string): void {
    // While it is being ended here, whoever ends it finds out whether it was the first.
    if (this.#freezing === undefined) this.#explaining = this.#explainEnd(reason)
  }

  async confirmAlive(signal: AbortSignal): Promise<void> {
    if (this.#freezing === undefined && !this.lost.aborted) {
      try {
        await this.#opened().alive(signal)
      } catch (error) {
        signal.throwIfAborted()
        // The tunnel has ended: who ended it is being found out.
        if (this.#explaining === undefined) throw error
        await untilAborted(this.#explaining, signal)
      }
    }
    this.lost.throwIfAborted()
    if (this.#freezing !== undefined) await untilAborted(this.#freezing, signal)
  }

  async hitLimits(signal: AbortSignal): Promise<readonly HitLimit[]> {
    signal.throwIfAborted()
    if (this.#freezing === undefined && !this.lost.aborted) {
      try {
        const report = await this.#opened().look(signal)
        if (report !== undefined) this.#take(report)
      } catch {
        signal.throwIfAborted()
        // The tunnel has ended meanwhile: that explains itself.
      }
    }
    return this.#watch.hits
  }

  async exec(command: SandboxCommand, signal: AbortSignal): Promise<SandboxProcess> {
    this.#throwIfEnded('start a program')
    this.#programCount += 1
    const program = await execInContainer(
      command,
      {
        container: this.#container,
        marker: `${this.id}.${this.#programCount}`,
        isEnded: () => this.#freezing !== undefined || this.lost.aborted,
        endSandbox: () => this.#endUnable(),
      },
      signal,
    )
    this.#programs.add(program)
    const forget = (): boolean => this.#programs.delete(program)
    program.exit.then(forget, forget)
    return program
  }

  async upload(directory: string, entries: AsyncIterable<FileEntry>, signal: AbortSignal): Promise<void> {
    if (this.#disposing) throw sandboxEnded(this.id, 'upload')
    signal.throwIfAborted()
    await uploadArchive({ container: this.#container, directory: pathInside(directory), entries }, signal)
  }

  async *download(
    directory: string,
    signal: AbortSignal,
    options: DownloadOptions = {},
  ): AsyncGenerator<DownloadedEntry> {
    if (this.#disposing) throw sandboxEnded(this.id, 'download')
    yield* downloadArchive(
      { container: this.#container, directory: pathInside(directory), ...options },
      signal,
    )
  }

  async dial(port: number, signal: AbortSignal): Promise<ByteStream> {
    this.#throwIfEnded('connect')
    return this.#opened().dial(port, signal)
  }

  async serve(port: number, onConnection: (connection: ByteStream) => void): Promise<ServedPort> {
    this.#throwIfEnded('open a port')
    return this.#opened().serve(port, onConnection)
  }

  async freeze(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    await untilAborted(this.#freeze(), signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (this.#disposing ??= this.#dispose())
  }

  #take(report: LimitReport): void {
    if (this.#freezing !== undefined) return
    const reached = this.#watch.take(report)
    if (reached !== undefined) this.#endByLimit(reached)
  }

  #endByLimit(reached: LimitReachedError): void {
    this.#limitReached.abort(reached)
    // Whoever freezes next hears of a failure.
    this.#freeze().catch(() => undefined)
  }

  /** One program cannot be ended by itself: for want of processes, or since something holds on. */
  async #endUnable(): Promise<void> {
    const hits = await this.hitLimits(AbortSignal.timeout(endMs)).catch(() => [])
    if (hits.some(({ limit }) => limit === 'processes')) this.#endByLimit(this.#watch.processesRanOut())
    await this.#freeze()
  }

  #freeze(): Promise<void> {
    return (this.#freezing ??= this.#endProcesses())
  }

  async #endProcesses(): Promise<void> {
    for (const program of this.#programs) program.release()
    try {
      await engineCall(`to end sandbox ${this.id}`, { deadlineMs: endMs }, (abortSignal) =>
        this.#container.kill({ abortSignal }),
      )
    } catch (error) {
      if (!goneStatuses.has(engineStatus(error))) throw error
      // It had ended before. Unless a limit ended it, that was nobody here.
      if (!this.limitReached.aborted) await this.#explainEnd('Its container had been ended from outside')
      this.lost.throwIfAborted()
    }
    await engineCall(`when sandbox ${this.id} ends`, { deadlineMs: endMs }, (abortSignal) =>
      this.#container.wait({ abortSignal }),
    )
    this.#tunnel?.[Symbol.dispose]()
  }

  async #dispose(): Promise<void> {
    // From here on nothing is lost any more.
    this.#freezing ??= Promise.resolve()
    for (const program of this.#programs) program.release()
    try {
      if (!(await removeContainer(this.#container, this.id))) await this.#removeRest()
      this.#onRemoved()
    } catch (error) {
      // With the engine gone the loss says it all; what is left is removed by the next run.
      if (!this.lost.aborted) throw error
    } finally {
      this.#tunnel?.[Symbol.dispose]()
      this.#onDisposed()
    }
  }

  async #state(): Promise<ContainerState | undefined> {
    try {
      const { State } = await engineCall('how a container ended', { deadlineMs: 10_000 }, (abortSignal) =>
        this.#container.inspect({ abortSignal }),
      )
      return State
    } catch {
      // An engine that is gone explains the loss as well.
      return undefined
    }
  }

  /** Tells by what a container ended that nobody here has ended: for want of memory, or it is lost. */
  async #explainEnd(reason: string): Promise<void> {
    const state = await this.#state()
    if (this.#disposing !== undefined) return
    if (state?.OOMKilled === true) return this.#endByLimit(this.#watch.memoryRanOut())
    const how = state === undefined ? '' : `, container ${state.Status}, exit code ${state.ExitCode}`
    this.#lost.abort(
      new InfrastructureError(
        'VITRIAL_INFRA_SANDBOX_LOST',
        `Sandbox ${this.id} was lost. ${reason}${how}. Run it again.`,
      ),
    )
    for (const program of this.#programs) program.release()
  }

  #opened(): Tunnel {
    if (this.#tunnel === undefined) throw sandboxEnded(this.id, 'connect')
    return this.#tunnel
  }

  #throwIfEnded(wish: string): void {
    if (this.#freezing !== undefined) throw sandboxEnded(this.id, wish)
    this.lost.throwIfAborted()
  }
}
