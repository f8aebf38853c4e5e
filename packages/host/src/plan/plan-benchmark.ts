import {
  CostEstimates,
  keyOf,
  planTrials,
  recordedTrialOf,
  type Fingerprint,
  type PlanItem,
  type RecordedTrial,
  type Trial,
  type TrialRecord,
  type TrialScope,
} from '@vitrial/core'
import type { HostParts } from '../host-parts.ts'
import { judgeFingerprint } from '../judge/judge-fingerprint.ts'
import type { LoadedBenchmark } from '../load-benchmark/loaded-benchmark.ts'
import { candidateFingerprint } from '../trial/candidate-fingerprint.ts'
import type { SeedHashes } from '../trial/seed-hashes.ts'

/** What an invocation asks of the plan. */
export interface PlanOptions {
  /** Leaves the other trials out. */
  readonly scope?: TrialScope
  /** Trials whose failed run or judgment is to be tried again, by id. */
  readonly retry?: ReadonlySet<string>
  /** Trials that are to be judged again even if nothing changed, by id. */
  readonly rejudge?: ReadonlySet<string>
  /** What all the work of the invocation may cost in US dollars. */
  readonly maxCostUsd?: number
}

export interface PlanSubject extends PlanOptions {
  readonly parts: Pick<HostParts, 'harness' | 'runtime'>
  readonly benchmark: LoadedBenchmark
  readonly trials: readonly Trial[]
  readonly seedHashes: SeedHashes
  /** What is on record from before. */
  readonly records: AsyncIterable<TrialRecord>
}

/** What is to be done in a benchmark, trial by trial. */
export interface BenchmarkPlan {
  /** In the order of the trials; those out of scope are left out. */
  readonly items: readonly PlanItem[]
  readonly estimates: CostEstimates
  readonly judgeModels: readonly string[]
}

/** Plans a benchmark from its files and from what is on record. Reads; runs nothing and writes nothing. */
export async function planBenchmark(subject: PlanSubject): Promise<BenchmarkPlan> {
  const { benchmark, trials, parts, seedHashes, maxCostUsd, scope, retry, rejudge } = subject
  const estimates = new CostEstimates()
  const records: RecordedTrial[] = []
  for await (const record of subject.records) {
    estimates.addTrial(record)
    records.push(recordedTrialOf(record))
  }
  const candidates = new Map<string, Fingerprint>()
  const judges = new Map<string, Fingerprint>()
  const judgeModel = benchmark.settings.judge?.model
  for (const loaded of benchmark.evals) {
    const workspaceHash = await seedHashes.of(loaded)
    for (const model of benchmark.settings.models) {
      const candidate = { parts, benchmark, eval: loaded, model, workspaceHash }
      candidates.set(keyOf(loaded.id, model), await candidateFingerprint(candidate))
    }
    if (judgeModel !== undefined) judges.set(loaded.id, await judgeFingerprint({ benchmark, eval: loaded }))
  }
  const judgeModels = judgeModel === undefined ? [] : [judgeModel]
  const items = planTrials({
    trials,
    records,
    candidate: ({ evalId, model }) => known(candidates, keyOf(evalId, model)),
    judge: ({ evalId }) => judges.get(evalId),
    commandArguments: benchmark.commandArguments,
    ...(scope && { scope }),
    ...(retry && { retry }),
    ...(rejudge && { rejudge }),
    costs: { estimates, judgeModels, ...(maxCostUsd !== undefined && { maxCostUsd }) },
  })
  return { items, estimates, judgeModels }
}

function known(fingerprints: ReadonlyMap<string, Fingerprint>, key: string): Fingerprint {
  const fingerprint = fingerprints.get(key)
  if (fingerprint === undefined) throw new TypeError(`There is no fingerprint of ${key}.`)
  return fingerprint
}
