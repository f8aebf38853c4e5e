import { isUtf8 } from 'node:buffer'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { BenchmarkError, type FileEntry } from '@vitrial/core'

/** Reads a folder's entries as a candidate starts with them, sorted, parents first. */
export async function* readSeed(directory: string): AsyncGenerator<FileEntry> {
  yield* readBelow(directory, '')
}

async function* readBelow(root: string, prefix: string): AsyncGenerator<FileEntry> {
  for (const name of await namesIn(root, prefix)) {
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

/** The names in a folder, sorted. Asked for as bytes: as text, a name that is none would name no file. */
async function namesIn(root: string, prefix: string): Promise<readonly string[]> {
  const folder = join(root, prefix)
  const names = await readdir(folder, { encoding: 'buffer' })
  const wrong = names.find((name) => !isUtf8(name))
  if (wrong === undefined) return names.map((name) => name.toString()).toSorted()
  const path = `${prefix === '' ? '' : `${prefix}/`}${escaped(wrong)}`
  throw new BenchmarkError(
    'VITRIAL_WORKSPACE_INVALID',
    `The name of ${path} is not UTF-8. Rename that file: a candidate could not be given it.`,
    { location: { file: folder } },
  )
}

/** Bytes as a shell would take them: `caf\xe9`. */
function escaped(name: Buffer): string {
  return [...name]
    .map((byte) => (byte < 0x80 ? String.fromCodePoint(byte) : `\\x${byte.toString(16)}`))
    .join('')
}
