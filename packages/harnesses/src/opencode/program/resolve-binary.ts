import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { BenchmarkError } from '@vitrial/core/errors'

/** The environment variable that names another OpenCode binary. */
const binaryVariable = 'VITRIAL_OPENCODE_BINARY'

/** What the package's own script leaves where installing with scripts was not allowed: far below any binary. */
const smallestBinaryBytes = 1_000_000

/** Where OpenCode is looked for. Injected in tests. */
export interface BinarySearch {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The folder of an installed npm package; undefined if it is not installed. */
  readonly packageFolder: (name: string) => string | undefined
  readonly platform: string
  readonly architecture: string
  readonly hasAvx2: () => boolean
}

/**
 * Finds the OpenCode binary on this machine: the one that `VITRIAL_OPENCODE_BINARY` names, else the one
 * installed with the `opencode-ai` package.
 *
 * @throws {BenchmarkError} `VITRIAL_OPENCODE_MISSING`, saying where it was looked for.
 */
export function resolveOpenCodeBinary(search: BinarySearch = thisMachine()): string {
  const named = search.environment[binaryVariable]
  const isNamed = named !== undefined && named !== ''
  const candidates = isNamed ? [path.resolve(named)] : installed(search)
  // Whoever names a binary may name a script that starts it.
  const found = candidates.find((file) => sizeOf(file) >= (isNamed ? 1 : smallestBinaryBytes))
  if (found !== undefined) return found
  const lookedAt =
    candidates.length === 0 ? 'the package opencode-ai is not installed' : candidates.join(', ')
  throw new BenchmarkError(
    'VITRIAL_OPENCODE_MISSING',
    `OpenCode was not found (looked at: ${lookedAt}). Install it with "npm i opencode-ai@1.18.33", ` +
      `or let ${binaryVariable} name its binary.`,
  )
}

function installed(search: BinarySearch): string[] {
  const os = search.platform === 'win32' ? 'windows' : search.platform
  const base = `opencode-${os}-${search.architecture}`
  const variants = search.architecture === 'x64' ? [base, `${base}-baseline`] : [base]
  if (variants.length > 1 && !search.hasAvx2()) variants.reverse()
  const file = os === 'windows' ? 'opencode.exe' : 'opencode'
  // The package's install script puts the right binary at this name on every platform.
  const binaries: readonly (readonly [string, string])[] = [
    ['opencode-ai', 'opencode.exe'],
    ...variants.map((name) => [name, file] as const),
  ]
  return binaries.flatMap(([name, binary]) => {
    const folder = search.packageFolder(name)
    return folder === undefined ? [] : [path.join(folder, 'bin', binary)]
  })
}

/** The size of a file; 0 if there is none. */
function sizeOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats?.isFile() === true ? stats.size : 0
}

function thisMachine(): BinarySearch {
  const require = createRequire(import.meta.url)
  return {
    environment: process.env,
    packageFolder: (name) =>
      (require.resolve.paths(name) ?? [])
        .map((folder) => path.join(folder, name))
        .find((folder) => existsSync(path.join(folder, 'package.json'))),
    platform: process.platform,
    architecture: process.arch,
    hasAvx2,
  }
}

function hasAvx2(): boolean {
  if (process.platform !== 'linux') return true
  return /\bavx2\b/.test(readFileSync('/proc/cpuinfo', 'utf8'))
}
