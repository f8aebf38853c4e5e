import type { RunSummary, Sandbox, Trial } from '@vitrial/core'
import type { BenchmarkRun } from '../benchmark-run/benchmark-run.ts'
import type { HostParts } from '../host-parts.ts'
import type { LoadedBenchmark, LoadedEval } from '../load-benchmark/loaded-benchmark.ts'
import { openRecording, type RecordingWriter } from '../recording/recording-writer.ts'
import { measurementsOf } from '../recording/measurements.ts'
import { snapshotWorkspace } from '../recording/snapshot-workspace.ts'
import { candidateFingerprint } from './candidate-fingerprint.ts'
import { endingOf, endingOfError, type RunEnding } from './run-ending.ts'
import { startLimits, withinGrace } from './run-limits.ts'
import { candidateTimeoutMs, modelOf } from './trial-settings.ts'
import { readSeed } from './workspace-seed.ts'

/** The gateway's port as seen from inside, where the sandbox has ports of its own. */
const gatewayPort = 8080

/** How long ending a sandbox's processes and reading its files may take after the run's own end. */
const collectMs = 60_000

/** One execution to carry out, with all it needs. */
export interface TrialExecution {
  readonly parts: HostParts
  readonly benchmark: LoadedBenchmark
  readonly benchmarkRun: BenchmarkRun
  readonly trial: Trial
  readonly eval: LoadedEval
  /** The hash of the files the candidate starts with. */
  readonly workspaceHash: string
  /** Counts from 1. */
  readonly attempt: number
  readonly signal: AbortSignal
}

/**
 * Executes a candidate once and finalizes its recording. Whatever happens to the agent, the sandbox or
 * the provider is a state of the returned run, never an exception.
 *
 * @throws StoreError if the results themselves cannot be written.
 */
export async function runTrial(execution: TrialExecution): Promise<RunSummary> {
  const { parts, benchmarkRun, trial, attempt } = execution
  const { clock } = parts
  const evalRunId = parts.ids.next()
  const startedAtMs = clock.now()
  await benchmarkRun.store.startEvalRun({
    id: evalRunId,
    benchmarkRunId: benchmarkRun.id,
    trialId: trial.id,
    attempt,
    evalId: trial.evalId,
    model: trial.model,
    harness: parts.harness.kind,
    agentVersion: await parts.harness.agentVersion(),
    runtime: parts.runtime.id,
    contained: parts.runtime.contained,
    scripted: parts.gateway.isScripted(modelOf(trial)),
    candidateFingerprint: await candidateFingerprint(execution),
    startedAtMs,
  })
  const directory = benchmarkRun.recordingDirectory(evalRunId)
  const recording = await openRecording({ directory, evalRunId, clock, startedAtMs })
  const run = await record(execution, evalRunId, recording)

  recording.emit({
    session: '',
    source: 'host',
    kind: 'run_ended',
    body: { state: run.ending.state, ...(run.ending.detail !== undefined && { detail: run.ending.detail }) },
  })
  const endedAtMs = clock.now()
  const usage = recording.usage()
  const manifest = await recording.seal({ ...run.ending, ...run.snapshots, endedAtMs, usage })
  await benchmarkRun.store.finalizeEvalRun(evalRunId, {
    state: run.ending.state,
    ...(run.ending.outcome && { outcome: run.ending.outcome }),
    ...(run.ending.error && { error: run.ending.error }),
    ...(run.ending.detail !== undefined && { detail: run.ending.detail }),
    evidenceHash: manifest.evidenceHash,
    completedAtMs: endedAtMs,
    usage,
    measurements: measurementsOf({ events: recording.events(), usage, durationMs: endedAtMs - startedAtMs }),
  })
  return {
    trialId: trial.id,
    evalRunId,
    evalId: trial.evalId,
    model: trial.model,
    repetition: trial.repetition,
    state: run.ending.state,
    ...(run.ending.outcome && { outcome: run.ending.outcome }),
    ...(run.ending.error && { error: run.ending.error }),
    ...(run.ending.detail !== undefined && { detail: run.ending.detail }),
    ...(run.ending.response !== undefined && { response: run.ending.response }),
    usage,
    durationMs: endedAtMs - startedAtMs,
    recording: directory,
  }
}

interface Snapshots {
  initial?: string
  final?: string
}

/** Sets the sandbox up, drives the candidate, ends its processes and keeps what it left. */
async function record(
  execution: TrialExecution,
  evalRunId: string,
  recording: RecordingWriter,
): Promise<{ ending: RunEnding; snapshots: Snapshots }> {
  const { parts, eval: loaded, benchmark, benchmarkRun, signal } = execution
  const timeoutMs = candidateTimeoutMs(benchmark, loaded)
  const excludeDirectories = loaded.settings.excludeDirectories
  const snapshots: Snapshots = {}
  let ending: RunEnding
  try {
    await using sandbox = await parts.runtime.acquire({ runId: evalRunId, limits: {} }, signal)
    if (loaded.workspaceDirectory !== undefined) {
      await sandbox.upload(sandbox.directories.workspace, readSeed(loaded.workspaceDirectory), signal)
    }
    snapshots.initial = await snapshot(sandbox, signal)
    try {
      ending = await drive(execution, evalRunId, sandbox, recording, timeoutMs)
    } catch (thrown) {
      ending = endingOfError(sandbox.lost.aborted ? sandbox.lost.reason : thrown, timeoutMs)
    }
    // Cancelled or not, what the candidate left is collected within a time of its own.
    const collecting = AbortSignal.any([AbortSignal.timeout(collectMs), sandbox.lost])
    await sandbox.freeze(collecting)
    snapshots.final = await snapshot(sandbox, collecting)
  } catch (thrown) {
    ending = endingOfError(thrown, timeoutMs)
  }
  return { ending, snapshots }

  async function snapshot(sandbox: Sandbox, until: AbortSignal): Promise<string> {
    const entries = sandbox.download(sandbox.directories.workspace, until)
    return await snapshotWorkspace(entries, benchmarkRun.objects, { excludeDirectories })
  }
}

/** Opens the gateway to the candidate and lets the harness run it to its end. */
async function drive(
  execution: TrialExecution,
  evalRunId: string,
  sandbox: Sandbox,
  recording: RecordingWriter,
  timeoutMs: number,
): Promise<RunEnding> {
  const { parts, trial, eval: loaded, benchmark, benchmarkRun, signal } = execution
  const ref = modelOf(trial)
  using access = parts.gateway.open({
    runId: evalRunId,
    stage: 'candidate',
    model: ref,
    onExchange: (exchange) => recording.exchange(exchange),
  })
  await using served = await sandbox.serve(gatewayPort, (connection) => parts.gateway.accept(connection))
  recording.emit({ session: '', source: 'host', kind: 'run_started', body: {} })
  recording.emit({ session: '', source: 'host', kind: 'prompt_sent', body: { text: loaded.prompt } })
  await benchmarkRun.store.markExecuting(evalRunId, parts.clock.now())
  using limits = startLimits(timeoutMs, signal, sandbox.lost)
  const outcome = await withinGrace(
    parts.harness.drive(
      {
        runId: evalRunId,
        prompt: loaded.prompt,
        model: {
          url: `http://127.0.0.1:${served.port}/v1`,
          token: access.token,
          ref,
          entry: parts.gateway.entryOf(ref),
        },
        websearch: benchmark.settings.candidate.websearch,
      },
      sandbox,
      recording,
      limits.signal,
    ),
    limits.signal,
  )
  return endingOf(outcome)
}
