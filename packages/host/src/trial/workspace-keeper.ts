import type { FileEntry, ObjectStore, Sandbox } from '@vitrial/core'
import type { LoadedEval } from '../load-benchmark/loaded-benchmark.ts'
import { defaultExcludedDirectories, snapshotWorkspace } from '../recording/snapshot-workspace.ts'

/** How long ending a sandbox's processes and reading its files may take after the run's own end. */
const collectMs = 60_000

/** The hashes of a workspace's snapshots; absent where it could not be read. */
export interface KeptWorkspace {
  initial?: string
  final?: string
}

/** Puts an eval's files into a sandbox and keeps what is there before and after the run. */
export class WorkspaceKeeper {
  readonly #sandbox: Sandbox
  readonly #eval: LoadedEval
  readonly #objects: ObjectStore

  constructor(sandbox: Sandbox, loaded: LoadedEval, objects: ObjectStore) {
    this.#sandbox = sandbox
    this.#eval = loaded
    this.#objects = objects
  }

  /** Uploads the files the candidate starts with. */
  async setUp(seed: AsyncIterable<FileEntry>, signal: AbortSignal): Promise<string> {
    await this.#sandbox.upload(this.#sandbox.directories.workspace, seed, signal)
    return await this.#snapshot(signal)
  }

  /**
   * Ends every process, then reads the files. It has a time of its own: what a candidate left is kept however
   * its run ended.
   */
  async collect(): Promise<string> {
    const signal = AbortSignal.any([AbortSignal.timeout(collectMs), this.#sandbox.lost])
    await this.#sandbox.freeze(signal)
    return await this.#snapshot(signal)
  }

  async #snapshot(signal: AbortSignal): Promise<string> {
    const { excludeDirectories = defaultExcludedDirectories } = this.#eval.settings
    const { workspace } = this.#sandbox.directories
    const entries = this.#sandbox.download(workspace, signal, { excludeDirectories })
    return (await snapshotWorkspace(entries, this.#objects, { excludeDirectories })).hash
  }
}
