import { BenchmarkError, errorMessage } from '@vitrial/core'
import { createJiti } from 'jiti'
import { sep } from 'node:path'

/** A TypeScript or JavaScript module as it was run. */
export interface LoadedModule {
  readonly exports: Readonly<Record<string, unknown>>
  /** The module's own file and every file of the person's that it imports. Absolute paths. */
  readonly files: readonly string[]
}

/**
 * Runs a module of the benchmark anew, whatever was loaded before, so that an edited file takes effect.
 *
 * @param file absolute path
 * @param shownAs how the file is named in errors
 * @throws {BenchmarkError} `VITRIAL_BENCHMARK_UNREADABLE` if it cannot be compiled or throws
 */
export async function loadModule(file: string, shownAs: string): Promise<LoadedModule> {
  // Modules are cached while this one loads, since imports may be circular, and forgotten after.
  const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: true, interopDefault: false })
  try {
    const module = await jiti.import<Record<string, unknown>>(file)
    return { exports: module, files: [...ownFiles(jiti.cache, file)] }
  } catch (error) {
    const message = `The file could not be run: ${oneLine(errorMessage(error))}. Mend it and run again.`
    const options = { cause: error, location: { file: shownAs } }
    throw new BenchmarkError('VITRIAL_BENCHMARK_UNREADABLE', message, options)
  } finally {
    for (const own of ownFiles(jiti.cache, file)) delete jiti.cache[own]
  }
}

/** A module's file and those it brought along, packages left out. */
function ownFiles(cache: NodeJS.Dict<NodeJS.Module>, file: string): ReadonlySet<string> {
  const found = new Set([file])
  for (const each of found) {
    for (const child of cache[each]?.children ?? []) {
      if (!child.filename.split(sep).includes('node_modules')) found.add(child.filename)
    }
  }
  return found
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')
}
