import { InfrastructureError, type FileEntry } from '@vitrial/core'
import type Dockerode from 'dockerode'
import { pack, type Headers, type Pack } from 'tar-stream'
import { untilAborted } from '../process/until-aborted.ts'
import { archiveStat } from './archive-stat.ts'
import { candidateUser, volumeRoot } from './container-plan.ts'
import { engineCall } from './engine-call.ts'
import { entryParts } from './inside-path.ts'

const uploadMs = 600_000

export interface Upload {
  readonly container: Dockerode.Container
  /** Relative to the volume's root, checked. */
  readonly directory: string
  readonly entries: AsyncIterable<FileEntry>
}

/**
 * Puts entries onto a container's volume as the candidate's own, whether the container runs or not. The engine is told
 * of every folder on the way and that a folder may not replace anything else: it then refuses to go through a link.
 */
export async function uploadArchive(upload: Upload, signal: AbortSignal): Promise<void> {
  const archive = pack()
  const stop = new AbortController()
  const ending = AbortSignal.any([signal, stop.signal])
  const sending = engineCall('to take files', { signal: ending, deadlineMs: uploadMs }, (abortSignal) =>
    upload.container.putArchive(archive, { path: volumeRoot, noOverwriteDirNonDir: 'true', abortSignal }),
  )
  // The engine may give up before everything was sent; then nobody takes the rest.
  const refused = sending.then(
    () => undefined,
    (error: unknown) => stop.abort(error),
  )
  try {
    await new ArchiveWriter(archive, upload, ending).write()
  } catch (error) {
    stop.abort(error)
    archive.destroy()
    await refused
    throw signal.aborted ? signal.reason : transferFailure(error)
  }
  try {
    await sending
  } catch (error) {
    throw signal.aborted ? signal.reason : transferFailure(error)
  }
}

/** Writes entries and the folders they need as an archive. */
class ArchiveWriter {
  readonly #archive: Pack
  readonly #upload: Upload
  readonly #signal: AbortSignal
  readonly #known = new Set<string>()
  readonly #missing = new Set<string>()

  constructor(archive: Pack, upload: Upload, signal: AbortSignal) {
    this.#archive = archive
    this.#upload = upload
    this.#signal = signal
  }

  async write(): Promise<void> {
    // The sandbox's own directory is there and cannot be a link.
    const [own = '', ...below] = this.#upload.directory.split('/')
    this.#known.add(own)
    await this.#addFolders(own, below)
    const iterator = this.#upload.entries[Symbol.asyncIterator]()
    try {
      for (;;) {
        const next = await untilAborted(iterator.next(), this.#signal)
        if (next.done === true) break
        await this.#addEntry(next.value)
      }
    } finally {
      // Not awaited: a source that hangs must not hold up an abort.
      void iterator.return?.()
    }
    this.#archive.finalize()
  }

  async #addEntry(entry: FileEntry): Promise<void> {
    const parts = entryParts(entry.path)
    if (entry.type === 'special') return
    await this.#addFolders(this.#upload.directory, parts.slice(0, -1))
    const name = [this.#upload.directory, ...parts].join('/')
    if (entry.type === 'directory') {
      this.#known.add(name)
      await this.#add({ name, type: 'directory', mode: entry.mode & 0o777 })
    } else if (entry.type === 'symlink') {
      await this.#add({ name, type: 'symlink', linkname: entry.target, mode: 0o777 })
    } else {
      // The pack counts an empty mode as none.
      const mode = 0o100_000 | (entry.mode & 0o777)
      await this.#add({ name, type: 'file', mode }, Buffer.from(entry.content))
    }
  }

  /** Folders that are not entries themselves keep their mode where they are there already. */
  async #addFolders(base: string, parts: readonly string[]): Promise<void> {
    let name = base
    for (const part of parts) {
      const parent = name
      name = `${name}/${part}`
      if (this.#known.has(name)) continue
      const stat = this.#missing.has(parent)
        ? ({ type: 'none' } as const)
        : await archiveStat(this.#upload.container, `${volumeRoot}/${name}`, this.#signal)
      if (stat.type === 'other') {
        throw new InfrastructureError(
          'VITRIAL_INFRA_SANDBOX_TRANSFER',
          `Upload: ${volumeRoot}/${name} is not a directory, so nothing can be put below it.`,
        )
      }
      if (stat.type === 'none') this.#missing.add(name)
      this.#known.add(name)
      await this.#add({ name, type: 'directory', mode: stat.type === 'directory' ? stat.mode : 0o755 })
    }
  }

  async #add(header: Headers, content?: Buffer): Promise<void> {
    const written = new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null): void => (error ? reject(error) : resolve())
      const full = { ...header, ...candidateUser }
      if (content === undefined) this.#archive.entry(full, done)
      else this.#archive.entry(full, content, done)
    })
    await untilAborted(written, this.#signal)
  }
}

function transferFailure(cause: unknown): InfrastructureError {
  if (cause instanceof InfrastructureError && cause.code === 'VITRIAL_INFRA_SANDBOX_TRANSFER') return cause
  const said = cause instanceof Error ? cause.message : String(cause)
  return new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_TRANSFER',
    `Files could not be put into the sandbox: ${said}`,
    { cause },
  )
}
