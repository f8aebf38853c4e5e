import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { normalizePath } from 'vite'
import type { EvalsProject } from '../session/evals-project.ts'

/**
 * The test files whose outcome a file of the benchmark decides: its eval's prompt.md and the `*.eval.ts` that
 * name the eval, or all of them for what every eval is read from. None for any other file.
 */
export function affectedTests(
  project: EvalsProject,
  file: string,
  testFiles: Iterable<string>,
): readonly string[] {
  const evalId = evalIdOf(project, file)
  if (evalId !== undefined) {
    const prompt = join(project.directory, 'evals', evalId, 'prompt.md')
    const naming = [...testFiles].filter((testFile) => mayUse(project, testFile, evalId))
    return [...(existsSync(prompt) ? [normalizePath(prompt)] : []), ...naming]
  }
  const sources = project.host.benchmark.sourceFiles.map((source) => normalizePath(source))
  return sources.includes(normalizePath(file)) ? [...project.promptFiles, ...testFiles] : []
}

/** What all evals of the benchmark are read from: benchmark.ts and what it imports. */
export function sharedSources(project: EvalsProject): readonly string[] {
  return project.host.benchmark.sourceFiles.filter((file) => evalIdOf(project, file) === undefined)
}

/** The eval whose folder holds this file, whether or not the eval could be loaded. */
function evalIdOf({ directory: named }: EvalsProject, file: string): string | undefined {
  const path = normalizePath(file)
  // Version control knows a file by its real path.
  for (const directory of [named, normalizePath(realpathSync(named))]) {
    const evals = `${directory}/evals/`
    const [id, ...below] = path.startsWith(evals) ? path.slice(evals.length).split('/') : []
    if (id !== undefined && below.length > 0) return id
  }
  return undefined
}

/** A test file that names no eval gets its evals from elsewhere, so it may use any. */
function mayUse({ host }: EvalsProject, testFile: string, evalId: string): boolean {
  if (!existsSync(testFile)) return false
  const text = readFileSync(testFile, 'utf8')
  const names = (id: string): boolean =>
    [`'${id}'`, `"${id}"`, `\`${id}\``].some((name) => text.includes(name))
  return names(evalId) || !host.benchmark.evals.some(({ id }) => names(id))
}
