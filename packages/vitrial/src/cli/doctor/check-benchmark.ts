import { BenchmarkError } from '@vitrial/core/errors'
import { counted } from '@vitrial/core/text'
import { loadBenchmark, type LoadedBenchmark } from '@vitrial/host'
import { describeError } from '../../terminal/describe-error.ts'
import type { Check } from './check.ts'

export interface BenchmarkCheck {
  readonly check: Check
  /** Undefined if it cannot be used as it is. */
  readonly benchmark?: LoadedBenchmark
}

/** Loads a benchmark as a run would. */
export async function checkBenchmark(
  directory: string,
  runtime: string | undefined,
): Promise<BenchmarkCheck> {
  try {
    const benchmark = await loadBenchmark(directory, { runtime })
    const { evals, settings, name } = benchmark
    const size = `${counted(evals.length, 'eval')}, ${counted(settings.models.length, 'model')}`
    const trials = counted(evals.length * settings.models.length * settings.repetitions, 'trial')
    const text = `benchmark ${name}: ${size}, ${trials} on runtime ${settings.placement.runtime}`
    return { check: { id: 'benchmark', state: 'ok', text }, benchmark }
  } catch (error) {
    if (!(error instanceof BenchmarkError)) throw error
    const text = describeError(error, { red: (code) => String(code) })
    return { check: { id: 'benchmark', state: 'no', text } }
  }
}
