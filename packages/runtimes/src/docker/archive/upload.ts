import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { InfrastructureError } from '@vitrial/core/errors'
import type { FileEntry, FilePieces } from '@vitrial/core/ports'
import { untilAborted } from '@vitrial/core/waiting'
import { pack, type Headers, type Pack } from 'tar-stream'
import { archiveStat } from './archive-stat.ts'
import { candidateUser, volumeRoot } from '../inside/sandbox-layout.ts'
import { engineCall, type EngineCallOptions } from '../../engine/engine-call.ts'
import { entryParts } from '../../sandbox/entry-parts.ts'
import type { EngineContainer } from '../../engine/engine.ts'

/** So much is put together before it is sent. */
const pieceBytes = 8 * 1_048_576
const pieceMs = 120_000
/** A file that is larger than that is sent by itself; it has as much time again for each so many bytes. */
const bytesInPieceMs = 512 * 1_048_576

export interface Upload {
  readonly container: EngineContainer
  /** Relative to the volume's root, checked. */
  readonly directory: string
  readonly entries: AsyncIterable<FileEntry>
}

/**
 * Puts entries onto a container's volume as the candidate's own, whether the container runs or not. The engine is told
 * of every folder on the way and that a folder may not replace anything else: it then refuses to go through a link.
 *
 * It goes in pieces, each sent in one go: while an archive is on its way the engine answers nothing else about the
 * container, so a slow source would keep it from being ended.
 */
export async function uploadArchive(upload: Upload, signal: AbortSignal): Promise<void> {
  const writer = new ArchiveWriter(upload, signal)
  try {
    await writer.write()
  } catch (error) {
    signal.throwIfAborted()
    throw transferFailure(error)
  }
}

interface PieceEntry {
  readonly header: Headers
  readonly content: Buffer | undefined
}

/** Writes entries and the folders they need, piece by piece. */
class ArchiveWriter {
  readonly #upload: Upload
  readonly #signal: AbortSignal
  readonly #known = new Set<string>()
  readonly #missing = new Set<string>()
  #piece: PieceEntry[] = []
  #pieceBytes = 0

  constructor(upload: Upload, signal: AbortSignal) {
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
        if (this.#pieceBytes >= pieceBytes) await this.#send()
      }
    } finally {
      // Not awaited: a source that hangs must not hold up an abort.
      iterator.return?.().catch(() => undefined)
    }
    await this.#send()
  }

  async #addEntry(entry: FileEntry): Promise<void> {
    const parts = entryParts(entry.path)
    if (entry.type === 'special') return
    await this.#addFolders(this.#upload.directory, parts.slice(0, -1))
    const name = [this.#upload.directory, ...parts].join('/')
    if (entry.type === 'directory') {
      this.#known.add(name)
      this.#add({ name, type: 'directory', mode: modeOf(entry.mode) })
    } else if (entry.type === 'symlink') {
      this.#add({ name, type: 'symlink', linkname: entry.target, mode: 0o777 })
    } else if (entry.content instanceof Uint8Array) {
      this.#add({ name, type: 'file', mode: modeOf(entry.mode) }, Buffer.from(entry.content))
    } else {
      await this.#send()
      await this.#sendFile({ name, type: 'file', mode: modeOf(entry.mode) }, entry.content)
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
      this.#add({ name, type: 'directory', mode: stat.type === 'directory' ? modeOf(stat.mode) : 0o755 })
    }
  }

  #add(header: Headers, content?: Buffer): void {
    this.#piece.push({ header: { ...header, ...candidateUser }, content })
    this.#pieceBytes += 512 + (content?.length ?? 0)
  }

  async #send(): Promise<void> {
    const piece = this.#piece
    this.#piece = []
    this.#pieceBytes = 0
    if (piece.length === 0) return
    const archive = pack()
    for (const { header, content } of piece) {
      if (content === undefined) archive.entry(header)
      else archive.entry(header, content)
    }
    archive.finalize()
    await this.#put(archive, { signal: this.#signal, deadlineMs: pieceMs })
  }

  /** A file that is not held: it goes as it is read. Why its source gave no more ends the call to the engine. */
  async #sendFile(header: Headers, content: FilePieces): Promise<void> {
    const archive = pack()
    const stop = new AbortController()
    const signal = AbortSignal.any([this.#signal, stop.signal])
    const filling = fillWithFile(archive, { ...header, ...candidateUser }, content, signal)
    filling.catch((error: unknown) => stop.abort(error))
    try {
      await this.#put(archive, {
        signal,
        deadlineMs: pieceMs * Math.ceil(1 + content.sizeBytes / bytesInPieceMs),
      })
    } finally {
      stop.abort()
      archive.destroy()
    }
  }

  async #put(archive: Pack, options: EngineCallOptions): Promise<void> {
    await engineCall('to take files', options, (abortSignal) =>
      this.#upload.container.putArchive(archive, {
        path: volumeRoot,
        noOverwriteDirNonDir: 'true',
        abortSignal,
      }),
    )
  }
}

async function fillWithFile(
  archive: Pack,
  header: Headers,
  { sizeBytes, pieces }: FilePieces,
  signal: AbortSignal,
): Promise<void> {
  const entry = archive.entry({ ...header, size: sizeBytes })
  let written = 0
  for await (const piece of pieces) {
    written += piece.byteLength
    if (!entry.write(piece)) await once(entry, 'drain', { signal })
  }
  if (written !== sizeBytes) throw new Error(`${header.name} has ${written} bytes, not ${sizeBytes}.`)
  entry.end()
  await finished(entry)
  archive.finalize()
}

/** Permissions alone, with a bit that stands for nothing: the pack would take a mode of 0 for none. */
function modeOf(mode: number): number {
  return 0o10_000_000 | (mode & 0o777)
}

function transferFailure(cause: unknown): InfrastructureError {
  // Why the source gave no file says more; what the engine refuses is a failed transfer.
  if (cause instanceof InfrastructureError && cause.code !== 'VITRIAL_INFRA_ENGINE') return cause
  const said = cause instanceof Error ? cause.message : String(cause)
  return new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_TRANSFER',
    `Files could not be put into the sandbox: ${said}`,
    { cause },
  )
}
