import { statfs } from 'node:fs/promises'
import { errorMessage } from '@vitrial/core/errors'
import type { Check } from './check.ts'

/** Below this a run of a few trials can fail for want of room. */
const leastFreeBytes = 2 * 2 ** 30

/** A place that is written to. */
export interface DiskPlace {
  /** What it is for: `images and containers`. */
  readonly purpose: string
  readonly folder: string
  /** False for a folder of another machine, such as that of an engine in a virtual one. */
  readonly isHere: boolean
}

/** Checks that there is room where something will be written. */
export async function checkDisk({ purpose, folder, isHere }: DiskPlace): Promise<Check> {
  const unseen = `disk: the room for ${purpose} (${folder}) cannot be seen from here`
  if (!isHere) return { id: 'disk', state: 'unknown', text: unseen }
  try {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const text = `disk: ${(free / 2 ** 30).toFixed(1)} GiB free for ${purpose} (${folder})`
    if (free >= leastFreeBytes) return { id: 'disk', state: 'ok', text }
    return { id: 'disk', state: 'no', text, fix: `make ${leastFreeBytes / 2 ** 30} GiB free` }
  } catch (error) {
    return { id: 'disk', state: 'unknown', text: `${unseen}: ${errorMessage(error)}` }
  }
}
