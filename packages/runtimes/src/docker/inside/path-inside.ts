import { posix } from 'node:path'
import { outsideSandbox } from '../../sandbox/sandbox-errors.ts'
import { sandboxDirectories, volumeRoot } from './sandbox-layout.ts'

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
  throw outsideSandbox(directory)
}
