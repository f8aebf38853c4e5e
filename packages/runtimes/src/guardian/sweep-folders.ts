import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { endTrace } from './end-trace.ts'
import { labelNames } from '../docker/labels.ts'
import { readFolderLabels } from './folder-labels.ts'
import { isAbandoned } from './is-abandoned.ts'

export interface SweepFoldersOptions {
  /** Where sandboxes make their folders. */
  readonly temporaryRoot: string
  readonly now: number
}

/** Ends what dead hosts left in the folder for temporary files: their sandboxes' processes and folders. */
export async function sweepFolders(options: SweepFoldersOptions, signal: AbortSignal): Promise<void> {
  const root = await realpath(options.temporaryRoot)
  const names = (await readdir(root)).filter((name) => name.startsWith('vitrial-'))
  await Promise.all(
    names.map(async (name) => {
      const folder = join(root, name)
      const labels = await readFolderLabels(folder)
      if (labels === undefined || !isAbandoned(labels, options.now)) return
      signal.throwIfAborted()
      await endTrace({ kind: 'processes', sandboxId: labels[labelNames.sandbox] ?? name, folder })
    }),
  )
}
