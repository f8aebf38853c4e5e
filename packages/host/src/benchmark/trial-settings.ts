import { BenchmarkError } from '@vitrial/core/errors'
import { defaultWorkspaceLimits, type SandboxLimits, type WorkspaceLimits } from '@vitrial/core/limits'
import { parseModelRef, type ModelRef } from '@vitrial/core/settings'
import type { Trial } from '@vitrial/core/trial'
import type { LoadedBenchmark, LoadedEval } from './loaded-benchmark.ts'

/** The trial's model, taken apart. The loader has checked it. */
export function modelOf(trial: Trial): ModelRef {
  return parsedModel(trial.model)
}

/** A model reference that the loader has checked, taken apart. */
export function parsedModel(text: string): ModelRef {
  const ref = parseModelRef(text)
  if (ref === undefined) {
    throw new BenchmarkError('VITRIAL_MODEL_REF_INVALID', `${text} is not of the form provider/model.`)
  }
  return ref
}

/** How long the candidate may take: the eval's own limit, else the benchmark's. */
export function candidateTimeoutMs(benchmark: LoadedBenchmark, loaded: LoadedEval): number {
  return loaded.settings.candidate?.timeoutMs ?? benchmark.settings.candidate.timeoutMs
}

/** What each candidate's sandbox may use, as far as the benchmark says. */
export function sandboxLimits({ settings }: LoadedBenchmark): SandboxLimits {
  const { cpus, memoryMiB, files, bytesMiB } = settings.container
  return {
    ...(cpus !== undefined && { cpus }),
    ...(memoryMiB !== undefined && { memoryMiB }),
    ...(files !== undefined && { files }),
    ...(bytesMiB !== undefined && { bytesMiB }),
  }
}

/** What each candidate's files may come to. */
export function workspaceLimits(benchmark: LoadedBenchmark): WorkspaceLimits {
  return { ...defaultWorkspaceLimits, ...sandboxLimits(benchmark) }
}
