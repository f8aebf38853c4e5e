import { IncomingMessage } from 'node:http'
import { InfrastructureError } from '@vitrial/core/errors'
import { untilAborted } from '@vitrial/core/waiting'
import { engineCall } from '../../engine/engine-call.ts'
import { engineStatus } from '../../engine/engine-status.ts'
import type { EngineContainer } from '../../engine/engine.ts'
import { readTar, type TarEntry } from './read-tar.ts'

/** How long the engine may send nothing. */
const silenceMs = 120_000

/**
 * The entries of what lies at a path of a container, one at a time and none of them held; none if nothing lies there.
 *
 * @throws the signal's reason, or an {@link InfrastructureError} `VITRIAL_INFRA_SANDBOX_TRANSFER`.
 */
export async function* archiveEntries(
  container: EngineContainer,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<TarEntry> {
  const archive = await openArchive(container, path, signal)
  if (archive === undefined) return
  archive.setTimeout(silenceMs, () => void archive.destroy(new Error(`Silent for ${silenceMs} ms.`)))
  const failing = <T>(pieces: AsyncIterable<T>): AsyncGenerator<T> =>
    withReason(pieces, (cause) => {
      signal.throwIfAborted()
      return new InfrastructureError(
        'VITRIAL_INFRA_SANDBOX_TRANSFER',
        `${path} could not be read out of the sandbox. Check the engine and run it again.`,
        { cause },
      )
    })
  try {
    const entries = failing(readTar(chunksOf(archive, signal)))
    for await (const entry of entries) yield { ...entry, content: failing(entry.content) }
  } finally {
    archive.destroy()
  }
}

async function* chunksOf(archive: IncomingMessage, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = archive[Symbol.asyncIterator]()
  for (;;) {
    const next = await untilAborted(chunks.next(), signal)
    if (next.done === true) return
    yield next.value
  }
}

async function* withReason<T>(
  pieces: AsyncIterable<T>,
  reasonOf: (cause: unknown) => Error,
): AsyncGenerator<T> {
  try {
    yield* pieces
  } catch (cause) {
    throw reasonOf(cause)
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
