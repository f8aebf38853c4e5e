import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { BenchmarkError } from '@vitrial/core/errors'
import { wholeContentBytes, type FileContent, type FileEntry } from '@vitrial/core/ports'
import { filePathText } from '@vitrial/core/text'
import { isGitIndex } from './git-index.ts'
import { isToolLitter } from './tool-litter.ts'

const pieceBytes = 256 * 1024

/**
 * Reads a folder's entries as a candidate starts with them, sorted, parents first. Of modes only what git keeps: whether
 * the owner may execute a file; a checkout's umask makes no other workspace. What tools leave behind is left out.
 *
 * @throws {BenchmarkError} `VITRIAL_WORKSPACE_INVALID` for what no candidate could be given.
 */
export async function* readSeed(directory: string): AsyncGenerator<FileEntry> {
  yield* readBelow(directory, '')
}

/** A git index is compared by what it says, so it is held; the largest have some hundred thousand entries. */
const wholeIndexBytes = 64 * 1_048_576

/** A file's content as it is now, whole or in pieces by its size. */
export async function readContent(file: string): Promise<FileContent> {
  const { size } = await lstat(file)
  const isWhole = size <= (isGitIndex(file) ? wholeIndexBytes : wholeContentBytes)
  return isWhole ? await readFile(file) : { sizeBytes: size, pieces: readPieces(file, size) }
}

/** Opens the file only when it is read, and reads no more of it than it had. */
async function* readPieces(file: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file, { highWaterMark: pieceBytes, end: sizeBytes - 1 })
}

async function* readBelow(root: string, prefix: string): AsyncGenerator<FileEntry> {
  for (const name of await namesIn(root, prefix)) {
    const path = prefix === '' ? name : `${prefix}/${name}`
    if (isToolLitter(path)) continue
    const absolute = join(root, path)
    const stat = await lstat(absolute)
    if (stat.isSymbolicLink()) yield { type: 'symlink', path, target: await readlink(absolute) }
    else if (stat.isDirectory()) {
      yield { type: 'directory', path, mode: 0o755 }
      yield* readBelow(root, path)
    } else if (stat.isFile()) {
      const mode = (stat.mode & 0o100) === 0 ? 0o644 : 0o755
      yield { type: 'file', path, mode, content: await readContent(absolute) }
    } else {
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
  const path = `${prefix === '' ? '' : `${prefix}/`}${filePathText(wrong)}`
  throw new BenchmarkError(
    'VITRIAL_WORKSPACE_INVALID',
    `The name of ${path} is not UTF-8. Rename that file: a candidate could not be given it.`,
    { location: { file: folder } },
  )
}
