import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { InfrastructureError } from '@vitrial/core/errors'
import { z } from 'zod'
import type { ImageProgram } from './image-programs.ts'

const packedSchema = z.array(z.object({ id: z.string(), filename: z.string() }))

export interface FetchedProgram extends ImageProgram {
  /** The package as npm packs it. */
  readonly archive: string
}

/**
 * Fetches the image's programs into a folder, by npm: so with the person's registry, proxy and cache, and
 * checked by npm against the registry's hashes.
 *
 * @throws {InfrastructureError} `VITRIAL_IMAGE_BUILD`
 */
export async function fetchPrograms(
  programs: readonly ImageProgram[],
  options: { readonly folder: string; readonly signal: AbortSignal },
): Promise<readonly FetchedProgram[]> {
  const { folder, signal } = options
  const specifiers = programs.map(({ specifier }) => specifier)
  const argv = [
    'pack',
    ...specifiers,
    '--json',
    '--prefer-offline',
    '--ignore-scripts',
    '--pack-destination',
    folder,
  ]
  try {
    const run = promisify(execFile)
    const { stdout } = await run('npm', argv, { signal, maxBuffer: 64 * 1024 * 1024 })
    const packed = packedSchema.parse(JSON.parse(stdout))
    return programs.map((program) => {
      const filename = packed.find(({ id }) => id === program.specifier)?.filename
      if (filename === undefined) throw new TypeError(`npm packed no ${program.specifier}`)
      return { ...program, archive: path.join(folder, filename) }
    })
  } catch (cause) {
    signal.throwIfAborted()
    throw new InfrastructureError(
      'VITRIAL_IMAGE_BUILD',
      `npm could not fetch ${specifiers.join(', ')}. Check that "npm view ${specifiers[0]}" answers, then ` +
        `run again.\n${lastLines(cause)}`,
      { cause },
    )
  }
}

/** What npm said at the end, its own pointers to log files left out. */
function lastLines(cause: unknown): string {
  const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : String(cause)
  const lines = said
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes('complete log of this run'))
  return lines.slice(0, 6).join('\n')
}
