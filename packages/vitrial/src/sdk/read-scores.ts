import { basename } from 'node:path'
import { spendingOf, type BenchmarkSpending } from '@vitrial/core/cost'
import type { RunCost } from '@vitrial/core/records'
import { scoresReport, type ScoresReport } from '@vitrial/core/reports'
import type { CountedTrial, ScoreInput } from '@vitrial/core/scores'
import { trialsOf } from '@vitrial/core/trial'
import { markOutdatedOf, openRunResults, type LoadedBenchmark, type OpenedResults } from '@vitrial/host'
import { readingParts } from '../composition/reading-parts.ts'
import { loadForReading } from './benchmark-options.ts'

export interface ReadResultsOptions {
  /** The benchmark run's folder in `results/`, by name. @default the current run */
  readonly run?: string | undefined
}

/**
 * Opens the results of a benchmark for reading, while another process may be at work on them.
 *
 * @throws {BenchmarkError} `VITRIAL_RESULTS_MISSING`, `VITRIAL_RUN_UNKNOWN` or `VITRIAL_CURRENT_RUN_UNKNOWN`.
 * @throws {StoreError} if they are damaged or of a newer Vitrial.
 * @example
 * await using results = await openResults('./my-benchmark')
 * for await (const { trial, judgment } of results.trials()) console.log(trial.id, judgment?.mean)
 */
export async function openResults(
  directory: string,
  { run }: ReadResultsOptions = {},
): Promise<OpenedResults> {
  return await openRunResults({ directory, run, parts: readingParts() })
}

/**
 * The scores of a benchmark run, for what benchmark.ts declares now. Of the current run, what was run or judged from
 * files that have changed since counts for nothing. Writes nothing.
 *
 * @throws what {@link openResults} throws.
 */
export async function readScores(directory: string, options: ReadResultsOptions = {}): Promise<ScoresReport> {
  return (await readScored(directory, options)).report
}

/** @internal The scores with all they are made of. */
export interface Scored {
  readonly report: ScoresReport
  readonly benchmark: LoadedBenchmark
  /** The run's folder, absolute. */
  readonly directory: string
  readonly input: ScoreInput
  readonly spending: BenchmarkSpending
}

/** @internal */
export async function readScored(directory: string, options: ReadResultsOptions): Promise<Scored> {
  const benchmark = await loadForReading(directory)
  await using results = await openResults(directory, options)
  // A run that is named is asked for as it was.
  const markOutdated = options.run === undefined ? await markOutdatedOf(benchmark) : undefined
  const trials: CountedTrial[] = []
  for await (const record of results.trials()) trials.push(markOutdated?.(record) ?? record)
  const { models, repetitions } = benchmark.settings
  const evals = benchmark.evals.map(({ id, rubric }) => ({ id, metrics: rubric.metrics }))
  const input = { evals, models, repetitions, trials }
  const costs: RunCost[] = []
  for await (const cost of results.runCosts()) costs.push(cost)
  const ids = evals.map(({ id }) => id)
  const trialIds = trialsOf({ evalIds: ids, models, repetitions }).map(({ id }) => id)
  const spending = spendingOf({ trialIds, invocationId: results.run.invocationId, costs })
  const run = basename(results.directory)
  const { state } = results.run
  const report = scoresReport({ benchmark: benchmark.name, run, state, spending, ...input })
  return { report, benchmark, directory: results.directory, input, spending }
}
