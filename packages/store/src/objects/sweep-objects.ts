import { errorMessage, StoreError, systemErrorCode } from '@vitrial/core/errors'
import type { ObjectSweep, SweptObjects } from '@vitrial/core/ports'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Counts the objects in a folder that nothing refers to and what was left half written, and removes them if told
 * to. Every other file is left alone. Nothing may be written there meanwhile.
 *
 * @param folder as given to `openObjectStore`
 */
export async function sweepObjects(folder: string, sweep: ObjectSweep): Promise<SweptObjects> {
  const swept = { objects: 0, temporary: 0, sizeBytes: 0 }
  for (const prefix of await namesIn(folder)) {
    const isTemporary = prefix === 'tmp'
    if (!isTemporary && !/^[0-9a-f]{2}$/.test(prefix)) continue
    for (const name of await namesIn(join(folder, prefix))) {
      const hash = `${prefix}${name}`
      if (!isTemporary && (!/^[0-9a-f]{64}$/.test(hash) || sweep.isReferenced(hash))) continue
      swept.sizeBytes += await remove(join(folder, prefix, name), sweep.isDeleting)
      swept[isTemporary ? 'temporary' : 'objects'] += 1
    }
  }
  return swept
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (cause) {
    const code = systemErrorCode(cause)
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
    throw new StoreError('VITRIAL_STORE_READ', `Could not read ${folder}: ${errorMessage(cause)}.`, { cause })
  }
}

/** Removes a file, or only looks; its size. */
async function remove(file: string, isDeleting: boolean): Promise<number> {
  try {
    const { size } = await stat(file)
    if (isDeleting) await rm(file)
    return size
  } catch (cause) {
    throw new StoreError(
      'VITRIAL_STORE_WRITE',
      `Could not remove ${file}: ${errorMessage(cause)}. See that its folder can be written, then try again.`,
      { cause },
    )
  }
}
