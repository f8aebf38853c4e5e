import { readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BenchmarkError } from '@vitrial/core/errors'
import type { ResultsParts } from '../../parts/host-parts.ts'
import { makeDurable } from '../../content/finished-file.ts'
import { everyRow } from '../../results/every-row.ts'
import { verifyOpenRun } from '../verify-benchmark-run.ts'
import { copyEvalRun } from './copy-eval-run.ts'
import { pointCurrentAt } from '../../results/folder/current-run.ts'
import { gatherExecutions, type Execution } from './gather-executions.ts'
import { keepHold } from '../../results/folder/kept-hold.ts'
import { openMergeSource, type MergeSource } from './merge-source.ts'
import {
  databaseFile,
  makeRunDirectory,
  prepareResultsRoot,
  runDirectoryName,
} from '../../results/folder/results-directory.ts'

export interface MergeBenchmarkRuns {
  /** The benchmark's folder, where the merged run will lie. */
  readonly directory: string
  /** The runs to merge: folders, or names of runs of this benchmark. At least one. */
  readonly runs: readonly string[]
  readonly parts: ResultsParts
  readonly signal?: AbortSignal | undefined
}

/** A trial that several of the merged runs have executed. */
export interface MergeConflict {
  readonly trial: string
  /** The run whose execution was selected. */
  readonly selected: string
  /** The runs whose executions are kept beside it. */
  readonly others: readonly string[]
}

/** A merged run, and the trials that more than one of its sources had run. */
export interface MergedRuns {
  /** The merged run's folder, absolute. */
  readonly directory: string
  readonly trials: number
  readonly evalRuns: number
  readonly conflicts: readonly MergeConflict[]
}

/** Between so many trials a merge may be cancelled; together they wait for the disk. */
const trialsAtOnce = 64

/**
 * Joins benchmark runs, such as the shards of several machines, into a new one that becomes the current. Every
 * execution and judgment is kept; where several ran a trial, a finished one is selected before one that is not,
 * and the newest before older ones. The runs themselves stay as they are.
 *
 * @throws {BenchmarkError} `VITRIAL_RUN_UNKNOWN`, `VITRIAL_MERGE_REFUSED` for runs of different benchmarks, one
 * that is at work, one of which something is missing or changed, or two that differ in a run of one id;
 * `VITRIAL_RESULTS_HELD`.
 * @throws {StoreError} for a database that cannot be read; in no case is there a merged run then.
 */
export async function mergeBenchmarkRuns(options: MergeBenchmarkRuns): Promise<MergedRuns> {
  const { parts } = options
  const root = await prepareResultsRoot(resolve(options.directory))
  await using _hold = await keepHold(root, parts)
  const sources: MergeSource[] = []
  try {
    for (const run of options.runs) sources.push(await openMergeSource(root, run, parts))
    for (const source of sources) await requireWhole(source, options.signal)
    return await mergeInto(root, sources, options)
  } finally {
    await Promise.all(sources.map((source) => source[Symbol.asyncDispose]()))
  }
}

async function mergeInto(
  root: string,
  sources: readonly MergeSource[],
  options: MergeBenchmarkRuns,
): Promise<MergedRuns> {
  const { parts } = options
  const [newest] = sources.toSorted((a, b) => b.record.startedAtMs - a.record.startedAtMs)
  if (newest === undefined) throw new TypeError('A merge needs at least one run.')
  const stranger = sources.find(({ record }) => record.name !== newest.record.name)
  if (stranger) throw differentBenchmarks(newest, stranger)
  const id = parts.ids.next()
  const name = runDirectoryName(parts.clock.now(), id)
  // Made aside and renamed once whole: a merge that dies leaves no run. What an earlier one left is removed.
  await removeLeftovers(root)
  const aside = join(root, `.merging-${name}`)
  try {
    const merged = await merge({ ...options, id, aside, sources, newest })
    const directory = join(root, name)
    await makeDurable([join(aside, 'recordings'), join(aside, 'judge-runs')])
    await rename(aside, directory)
    await pointCurrentAt(root, directory)
    return { directory, ...merged }
  } catch (error) {
    await rm(aside, { recursive: true, force: true })
    throw error
  }
}

interface Merging extends MergeBenchmarkRuns {
  readonly id: string
  readonly aside: string
  readonly sources: readonly MergeSource[]
  readonly newest: MergeSource
}

async function merge(merging: Merging): Promise<Omit<MergedRuns, 'directory'>> {
  const { parts, id, aside, sources, newest, signal } = merging
  await makeRunDirectory(aside)
  await using store = await parts.openStore(databaseFile(aside))
  const objects = parts.openObjects(join(aside, 'objects'))
  const now = parts.clock.now()
  const { name, definition } = newest.record
  await store.startBenchmarkRun({
    id,
    name,
    startedAtMs: now,
    updatedAtMs: now,
    owner: parts.owner,
    invocationId: parts.ids.next(),
    definition,
  })
  const { trials, retired, executions } = await gatherExecutions(sources)
  // Of the newest: the others may have declared what has changed since.
  const declaration = await newest.store.readDeclaration(newest.record.id)
  await store.declare(id, { trials, evals: [] })
  await store.declare(id, declaration)
  const target = { id, directory: aside, store, objects }
  const conflicts: MergeConflict[] = []
  const pending = [...executions]
  while (pending.length > 0) {
    signal?.throwIfAborted()
    await Promise.all(
      pending.splice(0, trialsAtOnce).map(async ([trialId, found]) => {
        const inOrder = [...found.values()].toSorted(byPrecedence)
        for (const [index, execution] of inOrder.entries()) {
          await copyEvalRun({ execution, attempt: index + 1, target })
        }
        const selection = inOrder.at(-1)?.selection
        if (selection) await store.select(id, [selection])
        const conflict = conflictOf(trialId, inOrder)
        if (conflict) conflicts.push(conflict)
      }),
    )
  }
  await store.retireTrials(id, retired, now)
  let isComplete = true
  for await (const { judgment } of everyRow((page) => store.readTrials(id, page))) {
    if (!judgment) isComplete = false
  }
  await store.finishBenchmarkRun(id, isComplete ? 'completed' : 'incomplete', parts.clock.now())
  const evalRuns = [...executions.values()].reduce((sum, { size }) => sum + size, 0)
  return {
    trials: trials.length - retired.length,
    evalRuns,
    conflicts: conflicts.toSorted((a, b) => (a.trial < b.trial ? -1 : 1)),
  }
}

/** The one to be selected comes last, since each that is finalized selects itself. */
function byPrecedence(a: Execution, b: Execution): number {
  const chosen = Number(a.chosenBy.length > 0) - Number(b.chosenBy.length > 0)
  const judgeable = Number(a.isJudgeable) - Number(b.isJudgeable)
  return chosen || judgeable || a.endedAtMs - b.endedAtMs
}

function conflictOf(trialId: string, inOrder: readonly Execution[]): MergeConflict | undefined {
  const winner = inOrder.at(-1)?.chosenBy ?? []
  const [selected] = winner
  const chosen = new Set(inOrder.flatMap(({ chosenBy }) => chosenBy))
  const others = [...chosen].filter((name) => !winner.includes(name))
  if (trialId === '' || selected === undefined || others.length === 0) return undefined
  return { trial: trialId, selected, others }
}

/** How many differences a refusal names. */
const namedDifferences = 5

/** Throws a {@link BenchmarkError} that names what of a run is not what was written. */
async function requireWhole(source: MergeSource, signal: AbortSignal | undefined): Promise<void> {
  const { name, directory, store, objects, record } = source
  const { differences } = await verifyOpenRun({ id: record.id, directory, store, objects, signal })
  if (differences.length === 0) return
  const named = differences.slice(0, namedDifferences).map(({ where, detail }) => `  ${where}: ${detail}`)
  const others = differences.length - named.length
  const rest = others > 0 ? [`  and ${others} more: npx vitrial verify ${directory}`] : []
  throw new BenchmarkError(
    'VITRIAL_MERGE_REFUSED',
    [`${name} is not what was written. Restore it from a copy, or merge without it.`, ...named, ...rest].join(
      '\n',
    ),
  )
}

async function removeLeftovers(root: string): Promise<void> {
  const left = (await readdir(root)).filter((name) => name.startsWith('.merging-'))
  for (const name of left) await rm(join(root, name), { recursive: true, force: true })
}

function differentBenchmarks(one: MergeSource, other: MergeSource): BenchmarkError {
  return new BenchmarkError(
    'VITRIAL_MERGE_REFUSED',
    `${one.name} is a run of benchmark "${one.record.name}" and ${other.name} one of "${other.record.name}": ` +
      'only runs of the same benchmark can be merged.',
  )
}
