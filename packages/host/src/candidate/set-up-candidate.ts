import type { ModelAccess, Sandbox } from '@vitrial/core/ports'
import { modelOf, sandboxLimits, workspaceLimits } from '../benchmark/trial-settings.ts'
import { CallWatch } from '../model-calls/call-watch.ts'
import type { RecordingWriter } from '../recording/recording-writer.ts'
import { seedFiles } from '../workspace/seed/frozen-seed.ts'
import { WorkspaceKeeper } from '../workspace/workspace-keeper.ts'
import type { CandidateEnd } from './candidate-end.ts'
import { attempt, attemptEnding, type Attempt } from './ending/attempt.ts'
import type { StartedRun } from './eval-run.ts'

/** A sandbox that a candidate can begin in: its eval's files are there, and the gateway is open to it. */
export interface CandidatePlace extends AsyncDisposable {
  readonly sandbox: Sandbox
  readonly recording: RecordingWriter
  /** Keeps what is in its workspace. */
  readonly keeper: WorkspaceKeeper
  /** The hash of the workspace as it begins. */
  readonly initial: string
  readonly access: ModelAccess
  /** Follows its model calls. */
  readonly calls: CallWatch
}

/** Acquires a sandbox and puts everything into it. Where that fails nothing of it is left. */
export async function setUpCandidate(
  run: StartedRun,
  recording: RecordingWriter,
): Promise<Attempt<CandidatePlace>> {
  const { parts, benchmark, signal } = run.execution
  const limits = sandboxLimits(benchmark)
  const acquired = await attempt(() => parts.runtime.acquire({ runId: run.evalRunId, limits }, signal))
  if (acquired.ending) return acquired
  const sandbox = acquired.value
  const placed = await attempt(() => placeOf(run, recording, sandbox), sandbox)
  if (!placed.ending) return placed
  const removed = await attempt(async () => await sandbox[Symbol.asyncDispose]())
  return removed.ending ? removed : placed
}

async function placeOf(
  run: StartedRun,
  recording: RecordingWriter,
  sandbox: Sandbox,
): Promise<CandidatePlace> {
  const { parts, trial, eval: loaded, benchmark, benchmarkRun, seed, signal } = run.execution
  const { objects } = benchmarkRun
  const limits = workspaceLimits(benchmark)
  const keeper = new WorkspaceKeeper({ sandbox, settings: loaded.settings, objects, limits, recording })
  const initial = await keeper.setUp(seedFiles(seed, objects), signal)
  const calls = new CallWatch((exchange) => recording.exchange(exchange))
  const access = parts.gateway.open({
    runId: run.evalRunId,
    stage: 'candidate',
    model: modelOf(trial),
    onExchange: calls.onExchange,
    onProgress: calls.onProgress,
  })
  recording.keepOut(access.token)
  return {
    sandbox,
    recording,
    keeper,
    initial,
    access,
    calls,
    [Symbol.asyncDispose]: async () => await sandbox[Symbol.asyncDispose](),
  }
}

/** Gives the sandbox back. One that cannot be removed is a failure of the infrastructure, whatever came before. */
export async function removeCandidate(place: CandidatePlace, end: CandidateEnd): Promise<CandidateEnd> {
  const ending = await attemptEnding(async () => {
    await place[Symbol.asyncDispose]()
    return end.ending
  })
  return { ...end, ending }
}
