import { InfrastructureError, type FileEntry, type ObjectStore, type Sandbox } from '@vitrial/core'
import type { LoadedEval } from '../load-benchmark/loaded-benchmark.ts'
import { defaultExcludedDirectories, snapshotWorkspace } from '../recording/snapshot-workspace.ts'
import { deadlineAfter, startDeadline } from './deadlines.ts'

/**
 * How long no file may come out of a sandbox. Not how long all may take: much is no fault. A file comes whole, and
 * what is excluded unseen, so this is far longer than a runtime lets a connection be silent.
 */
const silenceMs = 300_000

/** How long a person who cancelled waits for files. */
const afterCancelMs = 10_000

/** The hashes of a workspace's snapshots; absent where it could not be read. */
export interface KeptWorkspace {
  initial?: string
  final?: string
}

interface CollectDeadlines {
  readonly silenceMs: number
  readonly afterCancelMs: number
}

export interface WorkspaceKeeperOptions {
  readonly sandbox: Pick<Sandbox, 'id' | 'directories' | 'lost' | 'upload' | 'download' | 'freeze'>
  readonly settings: Pick<LoadedEval['settings'], 'excludeDirectories'>
  readonly objects: ObjectStore
  readonly deadlines?: Partial<CollectDeadlines>
}

/** Puts an eval's files into a sandbox and keeps what is there before and after the run. */
export class WorkspaceKeeper {
  readonly #sandbox: WorkspaceKeeperOptions['sandbox']
  readonly #settings: WorkspaceKeeperOptions['settings']
  readonly #objects: ObjectStore
  readonly #deadlines: CollectDeadlines

  constructor({ sandbox, settings, objects, deadlines }: WorkspaceKeeperOptions) {
    this.#sandbox = sandbox
    this.#settings = settings
    this.#objects = objects
    this.#deadlines = { silenceMs, afterCancelMs, ...deadlines }
  }

  /** Uploads the files the candidate starts with. */
  async setUp(seed: AsyncIterable<FileEntry>, signal: AbortSignal): Promise<string> {
    await this.#sandbox.upload(this.#sandbox.directories.workspace, seed, signal)
    return await this.#snapshot(signal)
  }

  /**
   * Ends every process, then reads the files, however the run ended.
   *
   * @param cancelled aborts when a person cancels: then there is little time left, but some.
   * @throws {InfrastructureError} if nothing comes for too long, or the cancellation.
   */
  async collect(cancelled: AbortSignal): Promise<string> {
    const { silenceMs: longest, afterCancelMs: grace } = this.#deadlines
    const silent = new InfrastructureError(
      'VITRIAL_INFRA_SANDBOX_TRANSFER',
      `The workspace could not be collected: nothing came out of sandbox ${this.#sandbox.id} for ` +
        `${longest / 1000} s. Check the machine that it runs on and run it again.`,
    )
    using silence = startDeadline(longest, silent)
    using afterCancel = deadlineAfter(cancelled, grace)
    const signal = AbortSignal.any([silence.signal, afterCancel.signal, this.#sandbox.lost])
    try {
      await this.#sandbox.freeze(signal)
      return await this.#snapshot(signal, silence.restart)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }

  async #snapshot(signal: AbortSignal, onEntry?: () => void): Promise<string> {
    const { excludeDirectories = defaultExcludedDirectories } = this.#settings
    const { workspace } = this.#sandbox.directories
    const entries = this.#sandbox.download(workspace, signal, { excludeDirectories })
    return (await snapshotWorkspace(heard(entries, onEntry), this.#objects, { excludeDirectories })).hash
  }
}

async function* heard(
  entries: AsyncIterable<FileEntry>,
  onEntry: () => void = () => undefined,
): AsyncGenerator<FileEntry> {
  onEntry()
  for await (const entry of entries) {
    onEntry()
    yield entry
  }
}
