import { BenchmarkError, errorMessage } from '@vitrial/core/errors'
import { readFile, stat } from 'node:fs/promises'

/** A file's text; undefined if there is no such file. */
export async function readTextIfThere(file: string, shownAs: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    const message = `The file could not be read: ${errorMessage(error)}. Make it a readable file.`
    const options = { cause: error, location: { file: shownAs } }
    throw new BenchmarkError('VITRIAL_BENCHMARK_UNREADABLE', message, options)
  }
}

/** What lies at a path, links followed; undefined if nothing does. */
export async function kindAt(path: string): Promise<'file' | 'directory' | 'other' | undefined> {
  try {
    const found = await stat(path)
    if (found.isFile()) return 'file'
    return found.isDirectory() ? 'directory' : 'other'
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR'
}
