import { keyOf, type Fingerprint, type Trial } from '@vitrial/core'
import type { HostParts } from '../host-parts.ts'
import { judgeFingerprint } from '../judge/judge-fingerprint.ts'
import type { LoadedBenchmark } from '../load-benchmark/loaded-benchmark.ts'
import { candidateFingerprint } from '../trial/candidate-fingerprint.ts'
import type { SeedHashes } from '../trial/seed-hashes.ts'

/** What a trial would be run and judged from now. */
export interface CurrentInputs {
  readonly candidate: Fingerprint
  /** Undefined if nothing judges the eval. */
  readonly judge: Fingerprint | undefined
}

export interface BenchmarkToday {
  readonly parts: Pick<HostParts, 'harness' | 'runtime'>
  readonly benchmark: LoadedBenchmark
  readonly seedHashes: SeedHashes
}

/** Finds what the trials of an eval and model would be run and judged from; undefined for one not declared. */
export type InputsOf = (trial: Pick<Trial, 'evalId' | 'model'>) => CurrentInputs | undefined

/** Works out the inputs of every eval and model that a benchmark declares. */
export async function currentInputs({ parts, benchmark, seedHashes }: BenchmarkToday): Promise<InputsOf> {
  const inputs = new Map<string, CurrentInputs>()
  const { models, judge: judgeSettings } = benchmark.settings
  for (const loaded of benchmark.evals) {
    const workspaceHash = await seedHashes.of(loaded)
    const judge =
      judgeSettings?.model === undefined ? undefined : await judgeFingerprint({ benchmark, eval: loaded })
    for (const model of models) {
      const candidate = await candidateFingerprint({ parts, benchmark, eval: loaded, model, workspaceHash })
      inputs.set(keyOf(loaded.id, model), { candidate, judge })
    }
  }
  return ({ evalId, model }) => inputs.get(keyOf(evalId, model))
}
