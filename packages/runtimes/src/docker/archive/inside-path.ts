import { posix } from 'node:path'
import { InfrastructureError } from '@vitrial/core'
import { sandboxDirectories, volumeRoot } from '../inside/sandbox-layout.ts'

/**
 * A directory of the sandbox, relative to its volume.
 *
 * @throws {InfrastructureError} for anything that is not in one of the sandbox's own directories
 */
export function pathInside(directory: string): string {
  const normal = posix.resolve(directory)
  const isInside = Object.values(sandboxDirectories).some(
    (own) => normal === own || normal.startsWith(`${own}/`),
  )
  if (isInside) return normal.slice(volumeRoot.length + 1)
  throw new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_TRANSFER',
    `${directory} is not in the sandbox. Use one of its own directories.`,
  )
}

/** The parts of an entry's path. Throws an {@link InfrastructureError} for one that leads anywhere else. */
export function entryParts(path: string): readonly string[] {
  const parts = path.split('/')
  if (!path.includes('\0') && parts.every((part) => part !== '' && part !== '.' && part !== '..'))
    return parts
  throw new InfrastructureError(
    'VITRIAL_INFRA_SANDBOX_TRANSFER',
    `Upload: ${JSON.stringify(path)} is not a path below the folder it is uploaded to. Give it without "..", "." or ` +
      'a leading "/".',
  )
}
