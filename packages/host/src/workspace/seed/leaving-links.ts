import { readdir, readlink, realpath } from 'node:fs/promises'
import { isAbsolute, join, posix, sep } from 'node:path'
import { isToolLitter } from './tool-litter.ts'

/** So many are named at once. */
const mostLinks = 20

/** A link of a workspace that a candidate could not follow. */
export interface LeavingLink {
  /** Relative to the workspace. */
  readonly path: string
  readonly target: string
}

/**
 * The links that lead out of a workspace: by an absolute path, by `..`, or over other links. On another machine and in a
 * sandbox there is something else or nothing at their other end, and an engine refuses them. Those that lead nowhere
 * within the workspace are none of these.
 */
export async function leavingLinks(workspace: string): Promise<readonly LeavingLink[]> {
  const root = await realpath(workspace)
  const found: LeavingLink[] = []
  for await (const link of linksBelow(root, '')) {
    if (found.length === mostLinks) break
    if (await isLeaving(root, link)) found.push(link)
  }
  return found
}

async function* linksBelow(root: string, prefix: string): AsyncGenerator<LeavingLink> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (isToolLitter(path)) continue
    if (entry.isDirectory()) yield* linksBelow(root, path)
    else if (entry.isSymbolicLink()) yield { path, target: await readlink(join(root, path)) }
  }
}

async function isLeaving(root: string, { path, target }: LeavingLink): Promise<boolean> {
  if (isAbsolute(target)) return true
  const direct = posix.normalize(posix.join(posix.dirname(path), target))
  if (direct === '..' || direct.startsWith('../')) return true
  try {
    const real = await realpath(join(root, path))
    return real !== root && !real.startsWith(`${root}${sep}`)
  } catch {
    // It leads nowhere, or round in a circle: a candidate is given it as it is.
    return false
  }
}
