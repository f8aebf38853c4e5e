import { join, relative, resolve, sep } from 'node:path'
import { InfrastructureError } from '@vitrial/core/errors'
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
import { outsideSandbox, sandboxEnded } from '../sandbox/sandbox-errors.ts'
import { endAll } from './end-all.ts'
import { LoopbackTunnel } from './tunnel.ts'
import { downloadTree } from './download.ts'
import { removeFolder } from '../machine/remove-folder.ts'
import type { SandboxFolder } from './sandbox-folder.ts'
import { SandboxProcesses, type SandboxTrace } from '../ownership/sandbox-processes.ts'
import { execOnMachine } from './exec.ts'
import { uploadTree } from './upload.ts'

const graceMs = 1_000
const deadlineMs = 10_000

/** A folder and the processes started in it. Isolates nothing; never lost. */
export class ProcessSandbox implements Sandbox {
  readonly id: string
  readonly lost: AbortSignal = new AbortController().signal
  readonly limitReached: AbortSignal = new AbortController().signal
  readonly directories: Sandbox['directories']
  readonly #folder: SandboxFolder
  readonly #processes: SandboxProcesses
  readonly #tunnel = new LoopbackTunnel()
  readonly #onDisposed: () => void
  #freezing: Promise<void> | undefined
  #disposing: Promise<void> | undefined

  constructor(trace: SandboxTrace, folder: SandboxFolder, onDisposed: () => void) {
    this.id = trace.sandboxId
    this.directories = { workspace: folder.workspace, home: folder.home, temporary: folder.temporary }
    this.#folder = folder
    this.#processes = new SandboxProcesses(trace)
    this.#onDisposed = onDisposed
  }

  async confirmAlive(): Promise<void> {
    // Nothing but its own programs can end here.
  }

  async hitLimits(): Promise<readonly HitLimit[]> {
    return []
  }

  async exec(command: SandboxCommand, signal: AbortSignal): Promise<SandboxProcess> {
    if (this.#freezing) throw sandboxEnded(this.id, 'start a program')
    return execOnMachine(command, signal, {
      folder: this.#folder,
      processes: this.#processes,
      graceMs,
      deadlineMs,
    })
  }

  async upload(directory: string, entries: AsyncIterable<FileEntry>, signal: AbortSignal): Promise<void> {
    if (this.#disposing) throw sandboxEnded(this.id, 'upload')
    signal.throwIfAborted()
    await uploadTree(this.#folder.root, below(this.#pathInside(directory), entries), signal)
  }

  async *download(
    directory: string,
    signal: AbortSignal,
    options: DownloadOptions = {},
  ): AsyncGenerator<DownloadedEntry> {
    if (this.#disposing) throw sandboxEnded(this.id, 'download')
    yield* downloadTree(join(this.#folder.root, this.#pathInside(directory)), signal, options)
  }

  async dial(port: number, signal: AbortSignal): Promise<ByteStream> {
    if (this.#freezing) throw sandboxEnded(this.id, 'connect')
    return this.#tunnel.dial(port, signal)
  }

  async serve(_port: number, onConnection: (connection: ByteStream) => void): Promise<ServedPort> {
    if (this.#freezing) throw sandboxEnded(this.id, 'open a port')
    return this.#tunnel.serve(onConnection)
  }

  async freeze(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    await untilAborted(this.#freeze(), signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (this.#disposing ??= this.#dispose())
  }

  #freeze(): Promise<void> {
    // Where nothing was started nothing is left, and a look at all processes takes milliseconds.
    const find = (): readonly number[] => (this.#processes.hasStarted ? this.#processes.find() : [])
    return (this.#freezing ??= endAll({ find, deadlineMs }))
  }

  async #dispose(): Promise<void> {
    try {
      await this.#freeze()
    } finally {
      await this.#tunnel[Symbol.asyncDispose]()
      await this.#removeFolder()
    }
    this.#onDisposed()
  }

  async #removeFolder(): Promise<void> {
    const { root } = this.#folder
    try {
      await removeFolder(root)
    } catch (cause) {
      throw new InfrastructureError(
        'VITRIAL_INFRA_SANDBOX_END',
        `The sandbox folder ${root} could not be removed. Remove it by hand.`,
        { cause },
      )
    }
  }

  /** Relative to the sandbox's folder; a path outside would read or write the host's own files. */
  #pathInside(directory: string): string {
    const inside = relative(this.#folder.root, resolve(directory))
    if (inside !== '..' && !inside.startsWith(`..${sep}`)) return inside
    throw outsideSandbox(directory)
  }
}

async function* below(directory: string, entries: AsyncIterable<FileEntry>): AsyncGenerator<FileEntry> {
  const prefix = directory === '' ? '' : `${directory.split(sep).join('/')}/`
  for await (const entry of entries) yield { ...entry, path: `${prefix}${entry.path}` }
}
