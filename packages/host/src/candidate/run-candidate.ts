import { LimitReachedError } from '@vitrial/core/errors'
import type { RunSummary } from '@vitrial/core/outcome'
import type { Sandbox } from '@vitrial/core/ports'
import { noUsage, type Manifest, type Provenance, type Usage } from '@vitrial/core/recording'
import { CallWatch } from '../model-calls/call-watch.ts'
import { endingByCalls } from './ending/ending-by-calls.ts'
import { redactedWords } from '../recording/redacted-words.ts'
import { openRecording, type RecordingWriter } from '../recording/recording-writer.ts'
import { candidateAgent } from './candidate-agent.ts'
import { candidateFingerprint } from './candidate-fingerprint.ts'
import { driveCandidate } from './drive-candidate.ts'
import { seedFiles } from '../workspace/seed/frozen-seed.ts'
import { endingOfFiles, endingUnderLimits } from './ending/limit-ending.ts'
import { endingOf, endingOfError, endingWithoutFiles, type RunEnding } from './ending/run-ending.ts'
import { endingOfLiving, explanationOf } from './ending/sandbox-loss.ts'
import { startRunTime, type RunTime } from '../limits/run-time.ts'
import type { TrialExecution } from './candidate-execution.ts'
import { candidateTimeoutMs, modelOf, sandboxLimits, workspaceLimits } from '../benchmark/trial-settings.ts'
import { WorkspaceKeeper, type KeptWorkspace } from '../workspace/workspace-keeper.ts'

/**
 * Executes a candidate once and finalizes its recording. Whatever happens to the agent, the sandbox or
 * the provider is a state of the returned run, never an exception.
 *
 * @throws StoreError if the results themselves cannot be written.
 */
export async function runCandidate(execution: TrialExecution): Promise<RunSummary> {
  const { parts, benchmarkRun, trial } = execution
  const time = startRunTime(parts.clock)
  const provenance = await provenanceOf(parts)
  const evalRunId = await startEvalRun(execution, provenance, time)
  const run = await record(execution, { evalRunId, provenance, time })
  const { ending, usage, manifest } = run
  const endedAtMs = time.now()
  const said = {
    state: ending.state,
    ...(ending.outcome && { outcome: ending.outcome }),
    ...(ending.error && { error: ending.error }),
    ...(ending.detail !== undefined && { detail: ending.detail }),
  }
  await benchmarkRun.store.finalizeEvalRun(evalRunId, {
    ...said,
    ...(manifest && { evidenceHash: manifest.evidenceHash }),
    completedAtMs: endedAtMs,
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
    ...(ending.response !== undefined && { response: ending.response }),
    usage,
    durationMs: endedAtMs - time.startedAtMs,
    scripted: parts.gateway.isScripted(modelOf(trial)),
    recording: benchmarkRun.recordingDirectory(evalRunId),
  }
}

/** Writes the eval run's row. */
async function startEvalRun(
  execution: TrialExecution,
  provenance: Provenance,
  time: RunTime,
): Promise<string> {
  const { parts, benchmarkRun, trial } = execution
  const id = parts.ids.next()
  const { fingerprint, components } = await candidateFingerprint({ ...execution, model: trial.model })
  await benchmarkRun.becomeCurrent()
  // Not of the selected run: that may be an earlier one.
  const lastAttempt = await benchmarkRun.store.readLastAttempt(benchmarkRun.id, trial.id)
  await benchmarkRun.store.startEvalRun({
    id,
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
  await benchmarkRun.store.markExecuting(id, time.now())
  return id
}

/** What makes the recording. */
async function provenanceOf(parts: TrialExecution['parts']): Promise<Provenance> {
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

/** A run that has its row. */
interface StartedRun {
  readonly evalRunId: string
  readonly provenance: Provenance
  readonly time: RunTime
}

interface Recorded {
  readonly ending: RunEnding
  readonly usage: Usage
  /** Absent if the recording could not be written: then there is nothing to judge. */
  readonly manifest?: Manifest
}

/** Records the execution from its first event to the sealed manifest. */
async function record(execution: TrialExecution, started: StartedRun): Promise<Recorded> {
  const { parts, benchmarkRun } = execution
  const { evalRunId, provenance, time } = started
  const directory = benchmarkRun.recordingDirectory(evalRunId)
  const used: { usage: Usage } = { usage: noUsage }
  try {
    await using recording = await openRecording({
      directory,
      evalRunId,
      clock: time,
      startedAtMs: time.startedAtMs,
      redactor: parts.gateway.redactor,
    })
    const workspace: KeptWorkspace = {}
    const executed = await execute(execution, { evalRunId, recording, workspace, used })
    const ending = redactedWords(executed, recording.redactor)
    const { state, outcome, detail, error, response } = ending
    const said = { state, ...(detail !== undefined && { detail }) }
    recording.emit({ session: '', source: 'host', kind: 'run_ended', body: said })
    const manifest = await recording.seal({
      ...said,
      ...(outcome && { outcome }),
      ...(error && { error }),
      ...(response !== undefined && { response }),
      ...workspace,
      provenance,
      endedAtMs: time.now(),
      usage: used.usage,
    })
    return { ending, usage: used.usage, manifest }
  } catch (thrown) {
    return { ending: redactedWords(endingOfError(thrown), parts.gateway.redactor), usage: used.usage }
  }
}

interface OpenRun {
  readonly evalRunId: string
  readonly recording: RecordingWriter
  /** Filled in as the workspace is read. */
  readonly workspace: KeptWorkspace
  /** Filled in when the gateway's access ends. */
  readonly used: { usage: Usage }
}

/** Executes in a sandbox of its own, whose failures are endings too. */
async function execute(execution: TrialExecution, run: OpenRun): Promise<RunEnding> {
  const { parts, benchmark, signal } = execution
  try {
    await using sandbox = await parts.runtime.acquire(
      { runId: run.evalRunId, limits: sandboxLimits(benchmark) },
      signal,
    )
    try {
      return await work(execution, { ...run, sandbox })
    } catch (thrown) {
      return endingOfError(await explanationOf(thrown, sandbox))
    }
  } catch (thrown) {
    return endingOfError(thrown)
  }
}

interface SandboxedRun extends OpenRun {
  readonly sandbox: Sandbox
}

/** Sets the sandbox up, drives the candidate, ends its processes and keeps what it left. */
async function work(execution: TrialExecution, run: SandboxedRun): Promise<RunEnding> {
  const { parts, eval: loaded, benchmark, benchmarkRun, seed, signal } = execution
  const { sandbox, workspace, recording } = run
  const { objects } = benchmarkRun
  const limits = workspaceLimits(benchmark)
  const keeper = new WorkspaceKeeper({ sandbox, settings: loaded.settings, objects, limits, recording })
  workspace.initial = await keeper.setUp(seedFiles(seed, objects), signal)
  let ending: RunEnding
  using calls = new CallWatch((exchange) => recording.exchange(exchange))
  try {
    const timeoutMs = candidateTimeoutMs(benchmark, loaded)
    const drive = await driveCandidate(execution, { ...run, timeoutMs, calls })
    // A harness knows that it was stopped, not why.
    if (drive.status === 'cancelled') {
      for (const { aborted, reason } of [signal, sandbox.lost, recording.failure]) if (aborted) throw reason
    }
    ending = endingByCalls(endingOf(drive), calls.standing(), parts.harness)
  } catch (thrown) {
    if (thrown instanceof LimitReachedError && thrown.limit !== undefined) {
      const body = { limit: thrown.limit, detail: thrown.message }
      recording.emit({ session: '', source: 'host', kind: 'limit_reached', body })
    }
    ending = endingOfError(await explanationOf(thrown, sandbox))
    if (ending.state === 'timed_out') ending = endingByCalls(ending, calls.standing(), parts.harness)
  }
  ending = await endingOfLiving(ending, sandbox, signal)
  ending = await endingUnderLimits(ending, { sandbox, recording, signal })
  try {
    workspace.final = await keeper.collect(signal)
    return ending
  } catch (thrown) {
    // After a broken limit there may be too much to be read: the run has ended all the same.
    if (sandbox.limitReached.aborted) return ending
    if (thrown instanceof LimitReachedError) return endingOfFiles(ending, thrown, recording)
    return endingWithoutFiles(ending, await explanationOf(thrown, sandbox))
  }
}
