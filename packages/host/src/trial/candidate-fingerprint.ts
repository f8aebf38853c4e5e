import { fingerprintOf } from '../fingerprint.ts'
import type { TrialExecution } from './run-trial.ts'
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
    // What a container is made of and may use says nothing about a candidate outside of one.
    ...(parts.runtime.contained && { container: benchmark.settings.container }),
    timeoutMs: candidateTimeoutMs(benchmark, loaded),
    websearch: benchmark.settings.candidate.websearch,
  })
}
