import type { RunSummary } from '@vitrial/core/outcome'
import type { Manifest, Provenance, Usage } from '@vitrial/core/recording'
import { modelOf } from '../benchmark/trial-settings.ts'
import { startRunTime, type RunTime } from '../limits/run-time.ts'
import type { HostParts } from '../parts/host-parts.ts'
import { candidateAgent } from './candidate-agent.ts'
import type { CandidateExecution } from './candidate-execution.ts'
import { candidateFingerprint } from './candidate-fingerprint.ts'
import type { RunEnding } from './ending/run-ending.ts'

/** An eval run that has its row. */
export interface StartedRun {
  readonly execution: CandidateExecution
  readonly evalRunId: string
  /** What makes its recording. */
  readonly provenance: Provenance
  readonly time: RunTime
}

/** What an eval run came to. */
export interface EndedRun {
  readonly ending: RunEnding
  readonly usage: Usage
  /** Absent if the recording could not be written: then there is nothing to judge. */
  readonly manifest?: Manifest
}

/** Writes the eval run's row. */
export async function startEvalRun(execution: CandidateExecution): Promise<StartedRun> {
  const { parts, benchmarkRun, trial, seed } = execution
  const time = startRunTime(parts.clock)
  const provenance = await provenanceOf(parts)
  const evalRunId = parts.ids.next()
  const { fingerprint, components } = await candidateFingerprint({
    ...execution,
    model: trial.model,
    workspaceHash: seed.hash,
  })
  await benchmarkRun.becomeCurrent()
  // Not of the selected run: that may be an earlier one.
  const lastAttempt = await benchmarkRun.store.readLastAttempt(benchmarkRun.id, trial.id)
  await benchmarkRun.store.startEvalRun({
    id: evalRunId,
    benchmarkRunId: benchmarkRun.id,
    trialId: trial.id,
    attempt: lastAttempt + 1,
    evalId: trial.evalId,
    model: trial.model,
    ...provenance,
    contained: parts.runtime.contained,
    scripted: parts.gateway.isScripted(modelOf(trial)),
    candidateFingerprint: fingerprint,
    candidateInputs: components,
    invocationId: benchmarkRun.invocationId,
    startedAtMs: time.startedAtMs,
  })
  // It has its place, and what sets its sandbox up is work too.
  await benchmarkRun.store.markExecuting(evalRunId, time.now())
  return { execution, evalRunId, provenance, time }
}

/** Ends the eval run's row, and with it selects the run. */
export async function finishEvalRun(run: StartedRun, ended: EndedRun): Promise<RunSummary> {
  const { evalRunId, time } = run
  const { parts, benchmarkRun, trial } = run.execution
  const { usage, manifest } = ended
  const { response, ...said } = ended.ending
  const completedAtMs = time.now()
  await benchmarkRun.store.finalizeEvalRun(evalRunId, {
    ...said,
    ...(manifest && { evidenceHash: manifest.evidenceHash }),
    completedAtMs,
    usage,
    measurements: manifest?.measurements ?? [],
  })
  return {
    trialId: trial.id,
    evalRunId,
    evalId: trial.evalId,
    model: trial.model,
    repetition: trial.repetition,
    ...said,
    ...(response !== undefined && { response }),
    usage,
    durationMs: completedAtMs - time.startedAtMs,
    scripted: parts.gateway.isScripted(modelOf(trial)),
    recording: benchmarkRun.recordingDirectory(evalRunId),
  }
}

async function provenanceOf(parts: HostParts): Promise<Provenance> {
  const { harness, runtime, vitrialVersion } = parts
  const { agentVersion } = await candidateAgent(parts)
  const { id: image, engine } = (await runtime.image?.()) ?? {}
  return {
    harness: harness.kind,
    agentVersion,
    vitrialVersion,
    runtime: runtime.id,
    ...(image !== undefined && { image }),
    ...(engine !== undefined && { engine }),
  }
}
