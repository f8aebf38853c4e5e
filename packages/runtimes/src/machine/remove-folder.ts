import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Removes a folder whatever its files' modes, names, number and depth, by the system's tools: Node's `rm` stops at a path
 * that is too long, and looks at all names of a folder at once, which holds the thread up. The guardian runs this too.
 */
export async function removeFolder(path: string): Promise<void> {
  try {
    await run('rm', ['-rf', path])
  } catch {
    await removeByForce(path)
  }
}

/** A folder without permissions stops the tools, too, until it has some. */
async function removeByForce(path: string): Promise<void> {
  try {
    await run('chmod', ['-R', 'u+rwX', path])
    await run('rm', ['-rf', path])
  } catch (error) {
    // Another host may have been removing it too.
    if (await isThere(path)) throw error
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
