import { createReadStream } from 'node:fs'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract, pack, type Headers, type Pack } from 'tar-stream'
import type { FetchedProgram } from './fetch-programs.ts'
import { imageLinks } from './image-programs.ts'

/** A build context on its way to the engine. */
export interface ImageContext {
  readonly stream: Pack
  /** Resolves when all of it is written; the stream is destroyed if it cannot be. */
  readonly written: Promise<void>
}

/** Writes the Dockerfile and `programs/` as the tar that an engine builds from, as fast as it is read. */
export function imageContext(dockerfile: string, programs: readonly FetchedProgram[]): ImageContext {
  const context = pack()
  const written = writeContext(context, dockerfile, programs)
  // Without the error, which nobody listens for there: it comes by `written`.
  written.catch(() => context.destroy())
  return { stream: context, written }
}

async function writeContext(
  context: Pack,
  dockerfile: string,
  programs: readonly FetchedProgram[],
): Promise<void> {
  context.entry({ name: 'Dockerfile', mode: 0o644 }, dockerfile)
  for (const program of programs) await copyProgram(context, program)
  for (const [name, linkname] of Object.entries(imageLinks)) {
    context.entry({ name: `programs/${name}`, type: 'symlink', linkname })
  }
  context.finalize()
}

async function copyProgram(context: Pack, { archive, pathInImage }: FetchedProgram): Promise<void> {
  const files = extract()
  files.on('entry', (header, content, next) => {
    // npm puts everything below one folder, nearly always named package.
    const path = header.type === 'file' ? pathInImage(header.name.replace(/^[^/]+\//, '')) : undefined
    const copying = path === undefined ? skipFile(content) : copyFile(context, { path, header, content })
    goOn(copying, next).catch((error: Error) => files.destroy(error))
  })
  await pipeline(createReadStream(archive), createGunzip(), files)
}

/** tar-stream wants to be called back, with the error if there is one. */
async function goOn(copying: Promise<void>, next: (error?: unknown) => void): Promise<void> {
  const failed = await copying.then(
    () => undefined,
    (error: unknown) => error ?? new Error('a file could not be copied'),
  )
  next(failed)
}

async function skipFile(content: NodeJS.ReadableStream): Promise<void> {
  content.resume()
  await finished(content)
}

interface CopiedFile {
  readonly path: string
  readonly header: Headers
  readonly content: NodeJS.ReadableStream
}

async function copyFile(context: Pack, { path, header, content }: CopiedFile): Promise<void> {
  // npm keeps no modes of what a package's own bin entries start.
  const mode = /(?:^|\/)bin\/[^/]+$/.test(path) ? 0o755 : 0o644
  const entry = context.entry({ name: `programs/${path}`, mode, size: header.size ?? 0 })
  // Not a pipeline: it destroys what it has read to the end, and an entry takes its archive along.
  content.pipe(entry)
  await finished(entry)
}
