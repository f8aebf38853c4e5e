import { BenchmarkError, errorMessage } from '@vitrial/core'
import { createJiti, type Jiti } from 'jiti'
import { readFile } from 'node:fs/promises'
import { sep } from 'node:path'
import { z } from 'zod'

const moduleSchema = z.record(z.string(), z.unknown())

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
    const exports = await evaluate(jiti, file)
    return { exports, files: [...ownFiles(jiti.cache, file)] }
  } catch (error) {
    const message = `The file could not be run: ${oneLine(errorMessage(error))}. Mend it and run again.`
    const options = { cause: error, location: { file: shownAs } }
    throw new BenchmarkError('VITRIAL_BENCHMARK_UNREADABLE', message, options)
  } finally {
    for (const own of ownFiles(jiti.cache, file)) delete jiti.cache[own]
  }
}

/** Jiti leaves `.mjs` to Node, which never loads a module twice: handed over as text it is run anew like the others. */
async function evaluate(jiti: Jiti, file: string): Promise<Readonly<Record<string, unknown>>> {
  if (!file.endsWith('.mjs')) return await jiti.import<Record<string, unknown>>(file)
  const source = await readFile(file, 'utf8')
  return moduleSchema.parse(
    await jiti.evalModule(source, { filename: file, id: file, ext: '.js', async: true }),
  )
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
