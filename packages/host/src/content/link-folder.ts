import { copyFile, link, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDurable } from './finished-file.ts'

/**
 * Puts a folder of files at a second place, durably: finished ones, which are read-only, as the same files where the
 * disk allows it, all others as copies.
 */
export async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  const written = [to]
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkFolder(source, target)
    else if (entry.isFile() && !(await isLinked(source, target))) {
      await copyFile(source, target)
      written.push(target)
    }
  }
  await makeDurable(written)
}

async function isLinked(from: string, to: string): Promise<boolean> {
  const isWritable = ((await stat(from)).mode & 0o222) !== 0
  if (isWritable) return false
  try {
    await link(from, to)
    return true
  } catch {
    // Another disk, or one without links.
    return false
  }
}
