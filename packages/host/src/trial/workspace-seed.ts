import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { BenchmarkError, type FileEntry } from '@vitrial/core'

/** Reads a folder's entries as a candidate starts with them, sorted, parents first. */
export async function* readSeed(directory: string): AsyncGenerator<FileEntry> {
  yield* readBelow(directory, '')
}

async function* readBelow(root: string, prefix: string): AsyncGenerator<FileEntry> {
  const names = (await readdir(join(root, prefix))).toSorted()
  for (const name of names) {
    const path = prefix === '' ? name : `${prefix}/${name}`
    const absolute = join(root, path)
    const stat = await lstat(absolute)
    const mode = stat.mode & 0o777
    if (stat.isSymbolicLink()) yield { type: 'symlink', path, target: await readlink(absolute) }
    else if (stat.isDirectory()) {
      yield { type: 'directory', path, mode }
      yield* readBelow(root, path)
    } else if (stat.isFile()) yield { type: 'file', path, mode, content: await readFile(absolute) }
    else {
      throw new BenchmarkError(
        'VITRIAL_WORKSPACE_INVALID',
        `${absolute} is neither a file, a folder nor a link. Remove it: a workspace holds nothing else.`,
        { location: { file: absolute } },
      )
    }
  }
}
