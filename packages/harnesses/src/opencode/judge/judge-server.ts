import { randomBytes } from 'node:crypto'
import type { FileEntry, ModelEndpoint, Runtime, Sandbox, ServedPort } from '@vitrial/core/ports'
import { untilAborted } from '@vitrial/core/waiting'
import { judgeConfig } from '../program/opencode-config.ts'
import { judgeEnvironment, openCodeEnvironment, openCodeHomeFiles } from '../program/opencode-environment.ts'
import { startOpenCodeServer, type OpenCodeServer } from '../server/opencode-server.ts'
import { SessionRouter } from './session-router.ts'

export interface JudgeServerOptions {
  readonly runtime: Runtime
  /** The model of all its sessions; each session brings its own token. */
  readonly model: Pick<ModelEndpoint, 'ref' | 'entry'>
  readonly websearch: boolean
  readonly version: string
}

/** A sandbox and the way from it to the gateway. Both outlive a server that died. */
interface PreparedSandbox {
  readonly sandbox: Sandbox
  readonly modelPort: ServedPort
}

/** The server as it is running now. */
export interface RunningJudgeServer {
  readonly server: OpenCodeServer
  /** Makes an empty directory that no other session has. Absolute path. */
  createDirectory(signal: AbortSignal): Promise<string>
}

/**
 * One warm OpenCode server for all judge sessions of a model. It starts with the first session, and again
 * if it died; its sessions outlive it, since their messages are on its disk.
 */
export class JudgeServer implements AsyncDisposable {
  readonly router = new SessionRouter()
  readonly #options: JudgeServerOptions
  readonly #closing = new AbortController()
  #prepared: Promise<PreparedSandbox> | undefined
  #running: Promise<RunningJudgeServer> | undefined

  constructor(options: JudgeServerOptions) {
    this.#options = options
  }

  /** The running server; starts it if there is none. Callers at the same time share one start. */
  async connect(signal: AbortSignal): Promise<RunningJudgeServer> {
    this.#closing.signal.throwIfAborted()
    this.#running ??= this.#keep(this.#start())
    return untilAborted(this.#running, signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new Error('The judge agent has been closed.'))
    const running = await this.#running?.catch(() => undefined)
    const prepared = await this.#prepared?.catch(() => undefined)
    // The last is ended first, and each, whatever the others come to.
    await using _sandbox = prepared?.sandbox
    await using _router = this.router
    await using _modelPort = prepared?.modelPort
    await using _server = running?.server
  }

  /** Forgets the server when it has ended or could not start, so that the next session starts another. */
  #keep(starting: Promise<RunningJudgeServer>): Promise<RunningJudgeServer> {
    const forget = (): void => {
      if (this.#running === starting) this.#running = undefined
    }
    starting.then(({ server }) => server.exited).then(forget, forget)
    return starting
  }

  async #start(): Promise<RunningJudgeServer> {
    const { signal } = this.#closing
    const { sandbox, modelPort } = await this.#usableSandbox(signal)
    const { model, websearch } = this.#options
    const { home, temporary, workspace } = sandbox.directories
    const server = await startOpenCodeServer(
      {
        sandbox,
        binary: 'opencode',
        directory: workspace,
        environment: { ...openCodeEnvironment({ home, temporary }), ...judgeEnvironment },
        config: judgeConfig(
          { ...model, url: `http://127.0.0.1:${modelPort.port}/v1`, token: this.router.key },
          { websearch },
        ),
        secrets: [this.router.key],
      },
      signal,
    )
    return {
      server,
      async createDirectory(until) {
        const name = `run-${randomBytes(6).toString('hex')}`
        await sandbox.upload(workspace, directoryEntry(name), until)
        return `${workspace}/${name}`
      },
    }
  }

  /** The sandbox as it is; another one if it was lost, or could not be had. */
  async #usableSandbox(signal: AbortSignal): Promise<PreparedSandbox> {
    const prepared = await this.#prepared?.catch(() => undefined)
    if (prepared?.sandbox.lost.aborted === false) return prepared
    this.#prepared = this.#prepareSandbox(signal)
    return await this.#prepared
  }

  async #prepareSandbox(signal: AbortSignal): Promise<PreparedSandbox> {
    const sandbox = await this.#options.runtime.acquire(
      { runId: `judge-${randomBytes(6).toString('hex')}`, limits: {} },
      signal,
    )
    try {
      await sandbox.upload(sandbox.directories.home, openCodeHomeFiles(this.#options.version), signal)
      const modelPort = await sandbox.serve(0, (connection) => this.router.accept(connection))
      return { sandbox, modelPort }
    } catch (error) {
      await sandbox[Symbol.asyncDispose]()
      throw error
    }
  }
}

async function* directoryEntry(path: string): AsyncGenerator<FileEntry> {
  yield { type: 'directory', path, mode: 0o700 }
}
