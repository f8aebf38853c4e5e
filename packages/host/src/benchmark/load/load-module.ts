import { BenchmarkError, errorMessage } from '@vitrial/core/errors'
import { createJiti } from 'jiti'
import { readFile } from 'node:fs/promises'
import { dirname, extname, resolve, sep } from 'node:path'
import { kindAt } from './read-if-there.ts'

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
    // `import` would hand plain JavaScript to Node, which reads a file once.
    const { cache } = jiti
    const options = { filename: file, ext: extname(file), async: true, forceTranspile: true, cache }
    const module = await jiti.evalModule(await readFile(file, 'utf8'), options)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a module is an object by its names
    return { exports: module as Record<string, unknown>, files: await withJson(ownFiles(jiti.cache, file)) }
  } catch (error) {
    const place = placeOf(error, ownFiles(jiti.cache, file))
    const said = oneLine(errorMessage(error).replace(place?.text ?? '', ''))
    const message = `The file could not be run: ${said}. Mend it and run again.`
    const at = place === undefined || place.file === file ? shownAs : place.file
    const location = { file: at, ...(place && { line: place.line }) }
    throw new BenchmarkError('VITRIAL_BENCHMARK_UNREADABLE', message, { cause: error, location })
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

/** Modules and the JSON that they name, which is parsed where it is imported and never cached. */
async function withJson(modules: ReadonlySet<string>): Promise<readonly string[]> {
  const found = new Set(modules)
  for (const module of modules) {
    for (const [, path = ''] of (await readFile(module, 'utf8')).matchAll(
      /['"`](\.{1,2}\/[^'"`]+\.json)['"`]/g,
    )) {
      const file = resolve(dirname(module), path)
      if ((await kindAt(file)) === 'file') found.add(file)
    }
  }
  return [...found]
}

interface Place {
  readonly file: string
  /** From 1. */
  readonly line: number
  /** How the error says it: `file:line:column`. */
  readonly text: string
}

/** The first of a person's files that an error's stack names; of a syntax error the only one. */
function placeOf(error: unknown, files: ReadonlySet<string>): Place | undefined {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const places = [...files].flatMap((file) => {
    const index = stack.indexOf(`${file}:`)
    const [text, line] = /^:(\d+):\d+/.exec(stack.slice(index + file.length)) ?? []
    return index < 0 || text === undefined ? [] : [{ index, file, line: Number(line), text: file + text }]
  })
  return places.toSorted((one, other) => one.index - other.index)[0]
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')
}
