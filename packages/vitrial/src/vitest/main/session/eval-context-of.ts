import type { LoadedBenchmark, LoadedEval } from '@vitrial/host'
import type { ProvidedEvals } from '../../channel/provided-evals.ts'
import type { EvalContext } from '../../channel/eval-context.ts'

/** What the tests of an eval are to know of it. */
export function evalContextOf(project: string, benchmark: LoadedBenchmark, loaded: LoadedEval): EvalContext {
  return {
    project,
    pass: loaded.settings.pass ?? benchmark.settings.pass,
    promptFile: loaded.promptFile,
    rubricFile: loaded.rubricFile,
    metricLines: Object.fromEntries(loaded.rubric.metrics.map(({ id, line }) => [id, line])),
  }
}

/** What test files are to know of a benchmark. */
export function providedEvalsOf(project: string, benchmark: LoadedBenchmark): ProvidedEvals {
  return {
    models: benchmark.settings.models,
    repetitions: benchmark.settings.repetitions,
    evals: Object.fromEntries(
      benchmark.evals.map((loaded) => [loaded.id, evalContextOf(project, benchmark, loaded)]),
    ),
  }
}
