import { collectRunGarbage, type RunGarbage } from '@vitrial/host'
import { resultsParts } from './sdk-parts.ts'

export interface CollectGarbageOptions {
  /** Removes what was found. @default false */
  readonly delete?: boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Finds the stored objects that no recording refers to, and what was left half written; removes them if told to.
 *
 * @throws {BenchmarkError} `VITRIAL_RESULTS_HELD`
 * @throws {StoreError} naming a recording or object that cannot be read: nobody can tell then what is needed.
 */
export async function collectGarbage(
  directory: string,
  options: CollectGarbageOptions = {},
): Promise<readonly RunGarbage[]> {
  const { delete: isDeleting = false, signal } = options
  return await collectRunGarbage({ directory, parts: await resultsParts(), isDeleting, signal })
}
