import { BenchmarkError, errorMessage } from '@vitrial/core'
import { createJiti } from 'jiti'
import { sep } from 'node:path'

/** A TypeScript or JavaScript module as it was run. */
export interface LoadedModule {
  readonly defaultExport: unknown
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
  // Modules stay cached while this one loads, since imports may be circular, and are forgotten after.
  const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: true })
  const earlier = new Set(Object.keys(jiti.cache))
  try {
    const module = await jiti.import<{ readonly default?: unknown }>(file)
    const imported = Object.keys(jiti.cache).filter((key) => !earlier.has(key) && isOwn(key))
    return { defaultExport: module.default, files: [...new Set([file, ...imported])] }
  } catch (error) {
    const message = `The file could not be run: ${oneLine(errorMessage(error))}. Mend it and run again.`
    const options = { cause: error, location: { file: shownAs } }
    throw new BenchmarkError('VITRIAL_BENCHMARK_UNREADABLE', message, options)
  } finally {
    for (const key of Object.keys(jiti.cache)) {
      if (!earlier.has(key)) delete jiti.cache[key]
    }
  }
}

function isOwn(file: string): boolean {
  return !file.split(sep).includes('node_modules')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')
}
