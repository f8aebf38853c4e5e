import { z } from 'zod'
import { engineCall } from '../../engine/engine-call.ts'
import { engineStatus } from '../../engine/engine-status.ts'
import type { EngineContainer } from '../../engine/engine.ts'

/** Go's file mode: the type is in the upper bits. */
const statSchema = z.object({ mode: z.number() })
const goTypeBits = 0x8f28_0000
const goDirectory = 0x8000_0000

/** What lies at a path of a container, without following a link in its last part. */
export type ArchiveStat =
  | { readonly type: 'none' | 'other' }
  | { readonly type: 'directory'; readonly mode: number }

/** Asks the engine what lies at a path. The container may be created, running or stopped. */
export async function archiveStat(
  container: EngineContainer,
  path: string,
  signal: AbortSignal,
): Promise<ArchiveStat> {
  try {
    const response: { headers: Record<string, string | undefined> } = await engineCall(
      `to look at ${path}`,
      { signal },
      (abortSignal) => container.infoArchive({ path, abortSignal }),
    )
    const header = Buffer.from(response.headers['x-docker-container-path-stat'] ?? '', 'base64')
    const { mode } = statSchema.parse(JSON.parse(header.toString()))
    // Unsigned, since the directory's bit is the highest.
    const isDirectory = (mode & goTypeBits) >>> 0 === goDirectory
    return isDirectory ? { type: 'directory', mode: mode & 0o777 } : { type: 'other' }
  } catch (error) {
    if (engineStatus(error) === 404) return { type: 'none' }
    throw error
  }
}
