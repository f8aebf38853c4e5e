import { fingerprintOf } from '../fingerprint.ts'
import type { TrialExecution } from './trial-execution.ts'
import { candidateTimeoutMs, modelOf } from './trial-settings.ts'

/** Everything the candidate can see: a change of any of it calls for a new execution. */
export async function candidateFingerprint(execution: TrialExecution): Promise<string> {
  const { parts, benchmark, trial, eval: loaded } = execution
  const ref = modelOf(trial)
  return fingerprintOf({
    prompt: loaded.prompt,
    workspace: execution.workspaceHash,
    model: trial.model,
    modelEntry: parts.gateway.entryOf(ref),
    harness: parts.harness.kind,
    agentVersion: await parts.harness.agentVersion(),
    contained: parts.runtime.contained,
    timeoutMs: candidateTimeoutMs(benchmark, loaded),
    websearch: benchmark.settings.candidate.websearch,
  })
}
