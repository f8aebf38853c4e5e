import type { InputsToday } from '@vitrial/core/inputs'
import { countedTrial, machineInputs } from '@vitrial/core/scores'
import { keyOf } from '@vitrial/core/text'
import type { Trial } from '@vitrial/core/trial'
import { judgeFingerprint } from '../judge/judge-fingerprint.ts'
import type { LoadedBenchmark } from '../benchmark/loaded-benchmark.ts'
import type { AgentParts } from '../candidate/candidate-agent.ts'
import { candidateFingerprint } from '../candidate/candidate-fingerprint.ts'
import type { MarkOutdated } from '../results/mark-outdated.ts'
import { FrozenSeeds } from '../workspace/seed/frozen-seeds.ts'

export interface BenchmarkToday {
  readonly parts: AgentParts
  readonly benchmark: LoadedBenchmark
  readonly seeds: FrozenSeeds
}

/** Finds what the trials of an eval and model would be run and judged from; undefined for one not declared. */
export type InputsOf = (trial: Pick<Trial, 'evalId' | 'model'>) => InputsToday | undefined

/** Works out the inputs of every eval and model that a benchmark declares. */
export async function currentInputs({ parts, benchmark, seeds }: BenchmarkToday): Promise<InputsOf> {
  const inputs = new Map<string, InputsToday>()
  const { models, judge: judgeSettings } = benchmark.settings
  for (const loaded of benchmark.evals) {
    const workspaceHash = await seeds.hashOf(loaded)
    const judge =
      judgeSettings?.model === undefined ? undefined : await judgeFingerprint({ benchmark, eval: loaded })
    for (const model of models) {
      const candidate = await candidateFingerprint({ parts, benchmark, eval: loaded, model, workspaceHash })
      inputs.set(keyOf(loaded.id, model), { candidate, judge })
    }
  }
  return ({ evalId, model }) => inputs.get(keyOf(evalId, model))
}

/**
 * Holds rows against what a benchmark's files declare now. What only a machine can tell (the agent's version, its
 * image, what isolates it) is left out: results can be read anywhere.
 */
export async function markOutdatedOf(benchmark: LoadedBenchmark): Promise<MarkOutdated> {
  const nowhere = { harness: { agentVersion: async () => '' }, runtime: { contained: false } }
  const inputsOf = await currentInputs({ parts: nowhere, benchmark, seeds: new FrozenSeeds() })
  return (record) => countedTrial(record, inputsOf(record.trial), machineInputs)
}
