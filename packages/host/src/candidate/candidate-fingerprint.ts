import { candidateInputsOf, type Fingerprint } from '@vitrial/core/inputs'
import { sha256Fingerprint } from '../content/fingerprint.ts'
import type { LoadedBenchmark, LoadedEval } from '../benchmark/loaded-benchmark.ts'
import { candidateAgent, type AgentParts } from './candidate-agent.ts'

/** A candidate at an eval, as this host would run it. */
export interface CandidateAtEval {
  readonly parts: AgentParts
  readonly benchmark: LoadedBenchmark
  readonly eval: LoadedEval
  readonly model: string
  /** The hash of the files the candidate starts with. */
  readonly workspaceHash: string
}

/** The fingerprint of everything the candidate can see: a change of any of it calls for a new execution. */
export async function candidateFingerprint(candidate: CandidateAtEval): Promise<Fingerprint> {
  const { parts, benchmark, model, workspaceHash } = candidate
  const scenario = benchmark.scenarioHashes.get(model)
  return sha256Fingerprint(
    candidateInputsOf({
      settings: benchmark.settings,
      eval: candidate.eval,
      model,
      workspaceHash,
      ...(scenario !== undefined && { scenarioHash: scenario }),
      ...(await candidateAgent(parts)),
      contained: parts.runtime.contained,
    }),
  )
}
