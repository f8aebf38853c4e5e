import { BenchmarkError, InfrastructureError, LimitReachedError } from '@vitrial/core/errors'
import { defaultWorkspaceLimits, type WorkspaceLimits } from '@vitrial/core/limits'
import type { EventSink, FileEntry, ObjectStore, Sandbox } from '@vitrial/core/ports'
import type { Redactor } from '@vitrial/core/redaction'
import type { EvalSettings } from '@vitrial/core/settings'
import { redactedFiles } from './snapshot/redacted-files.ts'
import { defaultExcludedDirectories, snapshotWorkspace } from './snapshot/snapshot-workspace.ts'
import { deadlineAfter, startDeadline } from '../limits/deadlines.ts'

/**
 * How long nothing may come out of a sandbox. What is excluded comes unseen, so this is far longer than a runtime lets a
 * connection be silent.
 */
const silenceMs = 300_000

/** How long all of it may take: several times what the usual limits allow takes on a slow disk. Who allows more waits longer. */
const wholeMs = 1_200_000

/** How long a person who cancelled waits for files. */
const afterCancelMs = 10_000

const mostToldPaths = 100

type Revision = 'initial' | 'final'

interface CollectDeadlines {
  readonly silenceMs: number
  readonly wholeMs: number
  readonly afterCancelMs: number
}

export interface WorkspaceKeeperOptions {
  readonly sandbox: Pick<Sandbox, 'id' | 'directories' | 'lost' | 'upload' | 'download' | 'freeze'>
  readonly settings: Pick<EvalSettings, 'excludeDirectories'>
  readonly objects: ObjectStore
  readonly limits: WorkspaceLimits
  /** Knows what must not be kept, and is told which files held it. */
  readonly recording: Pick<EventSink, 'emit'> & { readonly redactor: Redactor }
  readonly deadlines?: Partial<CollectDeadlines>
}

/** Puts an eval's files into a sandbox and keeps what is there before and after the run. */
export class WorkspaceKeeper {
  readonly #sandbox: WorkspaceKeeperOptions['sandbox']
  readonly #settings: WorkspaceKeeperOptions['settings']
  readonly #objects: ObjectStore
  readonly #limits: WorkspaceLimits
  readonly #recording: WorkspaceKeeperOptions['recording']
  readonly #deadlines: CollectDeadlines

  constructor({ sandbox, settings, objects, limits, recording, deadlines }: WorkspaceKeeperOptions) {
    this.#sandbox = sandbox
    this.#settings = settings
    this.#objects = objects
    this.#limits = limits
    this.#recording = recording
    const { files, bytesMiB } = defaultWorkspaceLimits
    const share = Math.max(1, limits.files / files, limits.bytesMiB / bytesMiB)
    this.#deadlines = { silenceMs, wholeMs: Math.ceil(wholeMs * share), afterCancelMs, ...deadlines }
  }

  /**
   * Uploads the files the candidate starts with.
   *
   * @throws {BenchmarkError} `VITRIAL_WORKSPACE_INVALID` if they alone are more than a candidate may have.
   */
  async setUp(seed: AsyncIterable<FileEntry>, signal: AbortSignal): Promise<string> {
    await this.#sandbox.upload(this.#sandbox.directories.workspace, seed, signal)
    try {
      return await this.#read('initial', signal)
    } catch (cause) {
      if (!(cause instanceof LimitReachedError)) throw cause
      const { files, bytesMiB } = this.#limits
      throw new BenchmarkError(
        'VITRIAL_WORKSPACE_INVALID',
        `The workspace that this eval starts with has more than ${files} files or ${bytesMiB} MiB. Raise ` +
          'container.files or container.bytesMiB, or give the candidate less.',
        { cause },
      )
    }
  }

  /**
   * Ends every process, then reads the files, however the run ended.
   *
   * @param cancelled aborts when a person cancels: then there is little time left, but some.
   * @throws {LimitReachedError} if the candidate left more than it may.
   * @throws {InfrastructureError} if nothing comes for too long or not all of it in time, or the cancellation.
   */
  async collect(cancelled: AbortSignal): Promise<string> {
    using afterCancel = deadlineAfter(cancelled, this.#deadlines.afterCancelMs)
    const signal = AbortSignal.any([afterCancel.signal, this.#sandbox.lost])
    return await this.#read('final', signal, (until) => this.#sandbox.freeze(until))
  }

  /** Reads the files within the deadlines, after whatever has to come before. */
  async #read(
    revision: Revision,
    outer: AbortSignal,
    before?: (signal: AbortSignal) => Promise<void>,
  ): Promise<string> {
    const { silenceMs: longest, wholeMs: whole } = this.#deadlines
    const { id } = this.#sandbox
    using silence = startDeadline(
      longest,
      tooSlow(`nothing came out of sandbox ${id} for ${longest / 1000} s`),
    )
    using end = startDeadline(whole, tooSlow(`sandbox ${id} had not given all files after ${whole / 1000} s`))
    const signal = AbortSignal.any([outer, silence.signal, end.signal])
    try {
      await before?.(signal)
      return await this.#snapshot(revision, signal, silence.restart)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  }

  async #snapshot(revision: Revision, signal: AbortSignal, onProgress: () => void): Promise<string> {
    const { excludeDirectories = defaultExcludedDirectories } = this.#settings
    const { workspace } = this.#sandbox.directories
    onProgress()
    const entries = this.#sandbox.download(workspace, signal, { excludeDirectories })
    const options = { excludeDirectories, limits: this.#limits, onProgress }
    const paths: string[] = []
    const files = redactedFiles(entries, this.#recording.redactor, (path) => {
      if (paths.length < mostToldPaths) paths.push(path)
    })
    const { hash } = await snapshotWorkspace(files, this.#objects, options)
    if (paths.length > 0) {
      this.#recording.emit({ session: '', source: 'host', kind: 'files_redacted', body: { revision, paths } })
    }
    return hash
  }
}

function tooSlow(what: string): InfrastructureError {
  return new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_TRANSFER',
    `The workspace could not be collected: ${what}. Check the machine that it runs on and run it again.`,
  )
}
