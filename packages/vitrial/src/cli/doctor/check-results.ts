import { access, constants } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorMessage } from '@vitrial/core/errors'
import type { Check } from './check.ts'

/** Checks that a benchmark's results can be written, without writing any. */
export async function checkResults(benchmarkDirectory: string): Promise<Check> {
  const folder = join(benchmarkDirectory, 'results')
  try {
    await access(await nearestExisting(folder), constants.W_OK | constants.X_OK)
    return { id: 'results', state: 'ok', text: `results are written to ${folder}` }
  } catch (error) {
    const text = `results cannot be written to ${folder}: ${errorMessage(error)}`
    return { id: 'results', state: 'no', text, fix: 'make that folder writable' }
  }
}

/** The folder itself, or the one that it would be made in. */
async function nearestExisting(folder: string): Promise<string> {
  const parent = dirname(folder)
  if (parent === folder) return folder
  const isThere = await access(folder).then(
    () => true,
    () => false,
  )
  return isThere ? folder : await nearestExisting(parent)
}
