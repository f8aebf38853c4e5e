import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { errorMessage, InfrastructureError } from '@vitrial/core/errors'
import type { Leftover } from '@vitrial/core/ports'
import { endTrace } from './end-trace.ts'
import { labelNames } from '../ownership/labels.ts'
import { readFolderLabels } from '../ownership/folder-labels.ts'
import { isAbandoned } from '../ownership/is-abandoned.ts'

export interface SweepFoldersOptions {
  /** Where sandboxes make their folders. */
  readonly temporaryRoot: string
  readonly now: number
}

/**
 * Ends what dead hosts left in the folder for temporary files: their sandboxes' processes and folders. Resolves with
 * what resisted.
 */
export async function sweepFolders(
  options: SweepFoldersOptions,
  signal: AbortSignal,
): Promise<readonly Leftover[]> {
  const folders = await sandboxFolders(options.temporaryRoot)
  const swept = await Promise.all(
    folders.map(async ({ folder, name }): Promise<Leftover | undefined> => {
      const labels = await readFolderLabels(folder)
      if (labels === undefined || !isAbandoned(labels, options.now) || signal.aborted) return undefined
      try {
        await endTrace({ kind: 'processes', sandboxId: labels[labelNames.sandbox] ?? name, folder })
        return undefined
      } catch (error) {
        return { what: folder, why: firstLine(errorMessage(error)) }
      }
    }),
  )
  signal.throwIfAborted()
  return swept.flatMap((leftover) => leftover ?? [])
}

interface SandboxFolder {
  readonly name: string
  /** Absolute path. */
  readonly folder: string
}

async function sandboxFolders(temporaryRoot: string): Promise<readonly SandboxFolder[]> {
  try {
    const root = await realpath(temporaryRoot)
    const names = (await readdir(root)).filter((name) => name.startsWith('vitrial-'))
    return names.map((name) => ({ name, folder: join(root, name) }))
  } catch (cause) {
    throw new InfrastructureError(
      'VITRIAL_INFRA_SANDBOX_START',
      `The folder for temporary files, ${temporaryRoot}, cannot be read. Let TMPDIR name one that can.`,
      { cause },
    )
  }
}

/** The system's tools say much where much resists. */
function firstLine(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (lines.find((line) => !line.startsWith('Command failed')) ?? lines[0] ?? '').trim()
}
