import { copyFile, link, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Puts a folder of finished files at a second place: the same files where the disk allows it, else copies. */
export async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkFolder(source, target)
    else if (entry.isFile()) await linkFile(source, target)
  }
}

async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch {
    // Another disk, or one without links.
    await copyFile(from, to)
  }
}
