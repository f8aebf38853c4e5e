import { join } from 'node:path'
import { kindAt } from './read-if-there.ts'

/** The endings a module of a benchmark may have, the first that is there wins. */
export const moduleExtensions = ['.ts', '.mts', '.js', '.mjs'] as const

/** The file of a module by its name without ending; undefined if there is none. */
export async function moduleFile(directory: string, name: string): Promise<string | undefined> {
  for (const extension of moduleExtensions) {
    const file = join(directory, `${name}${extension}`)
    if ((await kindAt(file)) === 'file') return file
  }
  return undefined
}
