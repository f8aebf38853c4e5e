import { execFile } from 'node:child_process'
import { access, rm } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Removes a folder whatever its files' modes, names and depth. The guardian runs this too. */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true })
  } catch {
    await removeByForce(path)
  }
}

/** A folder without permissions or deeper than a path may be long stops Node's `rm`, but not the system's tools. */
async function removeByForce(path: string): Promise<void> {
  const run = promisify(execFile)
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
