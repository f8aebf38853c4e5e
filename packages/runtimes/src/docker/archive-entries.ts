import { on } from 'node:events'
import { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { InfrastructureError, untilAborted } from '@vitrial/core'
import { extract, type Headers } from 'tar-stream'
import { engineCall, engineStatus } from './engine-call.ts'
import type { EngineContainer } from './engine-objects.ts'

/** How long the engine may send nothing. */
const silenceMs = 120_000

export interface ArchiveEntry {
  readonly header: Headers & { readonly pax?: Readonly<Record<string, string>> | undefined }
  /** Empty for what is no file. */
  readonly content: Buffer
}

/** The entries of what lies at a path of a container, one at a time; none if nothing does. */
export async function* archiveEntries(
  container: EngineContainer,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<ArchiveEntry> {
  const archive = await openArchive(container, path, signal)
  if (archive === undefined) return
  const broken = new AbortController()
  const ending = AbortSignal.any([signal, broken.signal])
  archive.on('error', (error) => broken.abort(error))
  archive.setTimeout(silenceMs, () => void archive.destroy(new Error(`Silent for ${silenceMs} ms.`)))
  const entries = extract({ filenameEncoding: 'latin1' })
  try {
    const found = on(entries, 'entry', { close: ['finish'], signal: ending })
    archive.pipe(entries)
    for await (const [header, stream, done] of found) {
      yield { header, content: await untilAborted(buffer(stream), ending) }
      done()
    }
  } catch (cause) {
    signal.throwIfAborted()
    throw new InfrastructureError(
      'VITRIAL_INFRA_SANDBOX_TRANSFER',
      `${path} could not be read out of the sandbox. Check the engine and run it again.`,
      { cause: broken.signal.aborted ? broken.signal.reason : cause },
    )
  } finally {
    archive.unpipe(entries)
    archive.destroy()
  }
}

async function openArchive(
  container: EngineContainer,
  path: string,
  signal: AbortSignal,
): Promise<IncomingMessage | undefined> {
  try {
    const archive = await engineCall(`for the files at ${path}`, { signal }, () =>
      container.getArchive({ path }),
    )
    if (!(archive instanceof IncomingMessage)) throw new TypeError('An archive comes as an HTTP response.')
    return archive
  } catch (error) {
    if (engineStatus(error) === 404) return undefined
    throw error
  }
}
