import { join } from 'node:path'
import { BenchmarkError, suggestionFor } from '@vitrial/core/errors'
import type { Trial } from '@vitrial/core/trial'
import type { LoadedBenchmark } from '../benchmark/loaded-benchmark.ts'
import { shownPath } from '../benchmark/shown-path.ts'
import { markOutdatedOf } from '../plan/current-inputs.ts'
import { trialsOfBenchmark } from '../benchmark/trials-of-benchmark.ts'
import { BenchmarkRun, type BenchmarkRunParts } from '../results/benchmark-run.ts'

export interface RetireModels {
  readonly benchmark: LoadedBenchmark
  readonly parts: BenchmarkRunParts
  readonly models: readonly string[]
  /** Retires models that benchmark.ts still declares; the next run declares their trials again. */
  readonly isForced?: boolean
}

/**
 * Takes all trials of models out of the current run's aggregate. What is on record of them is kept, and selected
 * again once they are declared again.
 *
 * @throws {BenchmarkError} `VITRIAL_MODEL_DECLARED` for a model that benchmark.ts declares, `VITRIAL_MODEL_UNKNOWN`
 * for one that has no trials, `VITRIAL_RESULTS_MISSING` or `VITRIAL_RESULTS_HELD`.
 */
export async function retireModels(options: RetireModels): Promise<readonly Trial[]> {
  const { benchmark, parts, models, isForced = false } = options
  const declared = models.find((model) => benchmark.settings.models.includes(model))
  if (declared !== undefined && !isForced) throw stillDeclared(declared, benchmark)
  await using run = await BenchmarkRun.open({
    parts,
    benchmark,
    isExisting: true,
    invocationId: parts.ids.next(),
  })
  const retired: Trial[] = []
  const known = new Set<string>()
  for await (const { trial } of run.trials()) {
    known.add(trial.model)
    if (models.includes(trial.model)) retired.push(trial)
  }
  const unknown = models.find((model) => !known.has(model))
  if (unknown === undefined) {
    const ids = retired.map(({ id }) => id)
    await run.store.retireTrials(run.id, ids, parts.clock.now())
  }
  if (await run.isEveryTrialJudged(trialsOfBenchmark(benchmark), await markOutdatedOf(benchmark)))
    run.conclude('completed')
  if (unknown !== undefined) throw withoutTrials(unknown, [...known], run.directory)
  return retired
}

function stillDeclared(model: string, { directory }: LoadedBenchmark): BenchmarkError {
  return new BenchmarkError(
    'VITRIAL_MODEL_DECLARED',
    `${shownPath(join(directory, 'benchmark.ts'), process.cwd())} still declares "${model}": the next run would bring it back. ` +
      'Take it out of models there first, or retire it all the same with --force.',
  )
}

function withoutTrials(model: string, known: readonly string[], directory: string): BenchmarkError {
  return new BenchmarkError(
    'VITRIAL_MODEL_UNKNOWN',
    `${directory} has no trials of model "${model}". ${suggestionFor(model, known)}`,
  )
}
