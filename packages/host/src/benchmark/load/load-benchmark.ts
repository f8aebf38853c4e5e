import { suggestionFor } from '@vitrial/core/errors'
import type { BenchmarkArguments } from '@vitrial/core/plan'
import {
  parseBenchmarkSettings,
  runtimeIds,
  runtimeSettingsOf,
  unlandedSettings,
  type BenchmarkSettings,
} from '@vitrial/core/settings'
import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { checkModels } from './check-models.ts'
import { findBenchmarkFile } from './find-benchmark-file.ts'
import { loadEval, type EvalWithSources } from './load-eval.ts'
import { loadModule } from './load-module.ts'
import { LoadProblems } from './load-problems.ts'
import type { LoadedBenchmark } from '../loaded-benchmark.ts'
import { loadUsedScenarios } from './load-used-scenarios.ts'
import { kindAt } from './read-if-there.ts'
import { selectByCategory } from './select-by-category.ts'
import { shownPath } from '../shown-path.ts'

export interface LoadBenchmarkOptions {
  /** The runtime of this invocation, in place of `placement.runtime`: what `VITRIAL_RUNTIME` or `--runtime` says. */
  readonly runtime?: string | undefined
  /** Nothing is run, only results are read: then it makes no difference whether keys are safe where agents run. @default false */
  readonly isForReading?: boolean
  /** The folder that errors name files from. @default the working directory */
  readonly shownFrom?: string
}

/**
 * Reads a benchmark's folder and checks all of it before any work.
 *
 * @throws {BenchmarkError} for everything that is wrong, at once
 * @example const benchmark = await loadBenchmark('./my-benchmark')
 */
export async function loadBenchmark(
  directory: string,
  options: LoadBenchmarkOptions = {},
): Promise<LoadedBenchmark> {
  const shownFrom = options.shownFrom ?? process.cwd()
  const show = (path: string): string => shownPath(path, shownFrom)
  const loading: Loading = { directory: resolve(directory), show, problems: new LoadProblems() }
  const file = await findBenchmarkFile(loading.directory, show)
  const benchmark = await loadSettings(loading, file, options.runtime)
  const evals = await loadEvals(loading)
  const { isForReading = false } = options
  if (benchmark) await checkTogether({ ...loading, ...benchmark, file: show(file), evals, isForReading })
  loading.problems.throwIfAny()
  if (!benchmark) throw new TypeError(`${file} gave neither settings nor problems`)
  const scenarios = await loadUsedScenarios(loading.directory, benchmark.settings)
  const sources = [benchmark.files, ...evals.map(({ sourceFiles }) => sourceFiles), scenarios.files]
  return {
    directory: loading.directory,
    name: benchmark.settings.name ?? basename(loading.directory),
    settings: benchmark.settings,
    evals: selectByCategory(evals, benchmark.settings.categories).map(({ loaded }) => loaded),
    commandArguments: argumentsOf(loading, benchmark),
    scenarioHashes: scenarios.hashes,
    sourceFiles: [...new Set(sources.flat())],
  }
}

interface Loading {
  /** Absolute path. */
  readonly directory: string
  /** How a file is named in errors. */
  readonly show: (path: string) => string
  readonly problems: LoadProblems
}

interface BenchmarkModule {
  readonly settings: BenchmarkSettings
  /** The runtime of this invocation, where it is not the benchmark's own. */
  readonly runtime?: string
  readonly files: readonly string[]
}

async function loadSettings(
  { show, problems }: Loading,
  file: string,
  runtime: string | undefined,
): Promise<BenchmarkModule | undefined> {
  return problems.collect(async () => {
    const { exports, files } = await loadModule(file, show(file))
    const settings = parseBenchmarkSettings(exports['default'], show(file))
    const { placement } = settings
    if (runtime === undefined || runtime === '' || runtime === placement.runtime) return { settings, files }
    return { settings: { ...settings, placement: { ...placement, runtime } }, runtime, files }
  })
}

function argumentsOf({ directory, show }: Loading, { runtime }: BenchmarkModule): BenchmarkArguments {
  const benchmark = show(directory)
  return { ...(benchmark !== '.' && { benchmark }), ...(runtime !== undefined && { runtime }) }
}

async function loadEvals({ directory, show, problems }: Loading): Promise<readonly EvalWithSources[]> {
  const root = join(directory, 'evals')
  const folders: string[] = []
  if ((await kindAt(root)) === 'directory') {
    for (const name of (await readdir(root)).toSorted()) {
      if (name.startsWith('.') || (await kindAt(join(root, name))) !== 'directory') continue
      folders.push(join(root, name))
    }
  }
  if (folders.length === 0) {
    const message = 'The benchmark has no evals. Write evals/<id>/prompt.md and evals/<id>/judge.md.'
    problems.report('VITRIAL_NO_EVALS', message, { file: show(root) })
  }
  const loaded = await Promise.all(
    folders.map(async (folder) => {
      const own = new LoadProblems()
      const evalsBelow = await evalsIn(folder)
      if (evalsBelow.length > 0) return { own: ofGroup({ folder, evalsBelow, show, own }), eval: undefined }
      return { own, eval: await loadEval({ directory: folder, show, problems: own }) }
    }),
  )
  for (const { own } of loaded) await problems.collect(() => own.throwIfAny())
  return loaded.flatMap((one) => one.eval ?? [])
}

/** The folders with a prompt in a folder that has none: the evals of a group. */
async function evalsIn(folder: string): Promise<readonly string[]> {
  if ((await kindAt(join(folder, 'prompt.md'))) !== undefined) return []
  const below = (await readdir(folder)).toSorted()
  const found = await Promise.all(
    below.map(async (name) => ((await kindAt(join(folder, name, 'prompt.md'))) === 'file' ? [name] : [])),
  )
  return found.flat()
}

interface Group {
  readonly folder: string
  /** By their names in it. */
  readonly evalsBelow: readonly string[]
  readonly show: (path: string) => string
  readonly own: LoadProblems
}

/** Says that evals are not found below a folder of their own. */
function ofGroup({ folder, evalsBelow, show, own }: Group): LoadProblems {
  const [first = ''] = evalsBelow
  const message =
    `This folder has no prompt.md and holds evals of its own: ${evalsBelow.join(', ')}. Evals lie directly in evals/: ` +
    `move them there, such as to evals/${basename(folder)}-${first}.`
  own.report('VITRIAL_EVAL_INVALID', message, { file: show(folder) })
  return own
}

interface Checks extends Loading {
  readonly settings: BenchmarkSettings
  /** The runtime of this invocation, where it is not the benchmark's own. */
  readonly runtime?: string
  /** How benchmark.ts is named in errors. */
  readonly file: string
  readonly evals: readonly EvalWithSources[]
  readonly isForReading: boolean
}

async function checkTogether(checks: Checks): Promise<void> {
  const { settings, file, evals, show, problems } = checks
  const { runtime } = settings.placement
  if (runtimeSettingsOf(settings.runtimes, runtime) === undefined) {
    const asked = checks.runtime === undefined ? '' : ', which --runtime or VITRIAL_RUNTIME asks for'
    const message = `There is no runtime "${runtime}"${asked}. ${suggestionFor(runtime, runtimeIds(settings.runtimes))}`
    const location = checks.runtime === undefined ? { file, key: 'placement.runtime' } : undefined
    problems.report('VITRIAL_RUNTIME_UNKNOWN', message, location)
  }
  for (const { key, message } of unlandedSettings(settings)) {
    problems.report('VITRIAL_SETTING_NOT_LANDED', message, { file, key })
  }
  const [graded] = evals
  if (graded && settings.judge === undefined) {
    const message = `${show(graded.loaded.rubricFile)} needs a judge. Write: judge: { model: 'provider/model' }.`
    problems.report('VITRIAL_JUDGE_MODEL_MISSING', message, { file, key: 'judge.model' })
  }
  if (evals.length > 0 && selectByCategory(evals, settings.categories).length === 0) {
    const message = `No eval has a metric of these categories. ${categoriesText(evals)}`
    problems.report('VITRIAL_NO_EVALS', message, { file, key: 'categories' })
  }
  await checkModels(checks)
}

function categoriesText(evals: readonly EvalWithSources[]): string {
  const metrics = evals.flatMap(({ loaded }) => loaded.rubric.metrics)
  const names = [...new Set(metrics.flatMap(({ categories = [] }) => categories))]
  if (names.length > 0) return `There are: ${names.join(', ')}.`
  return 'Write a line such as "Categories: safety" below a metric heading of judge.md.'
}
