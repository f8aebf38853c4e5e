import type { DriveOutcome, Sandbox } from '@vitrial/core/ports'
import type { Usage } from '@vitrial/core/recording'
import type { CallWatch } from '../model-calls/call-watch.ts'
import type { RecordingWriter } from '../recording/recording-writer.ts'
import { candidateAgent } from './candidate-agent.ts'
import { withinGrace } from '../limits/run-limits.ts'
import type { TrialExecution } from './candidate-execution.ts'
import { modelOf } from '../benchmark/trial-settings.ts'

/** The gateway's port as seen from inside, where the sandbox has ports of its own. */
const gatewayPort = 8080

export interface CandidateRun {
  readonly evalRunId: string
  readonly sandbox: Sandbox
  readonly recording: RecordingWriter
  readonly timeoutMs: number
  /** Follows its model calls. */
  readonly calls: CallWatch
  /** Filled in with what the candidate used, however the run ends. */
  readonly used: { usage: Usage }
}

/**
 * Opens the gateway to a candidate and lets the harness run it, no longer than its time limit.
 *
 * Time that the provider took does not count.
 *
 * @throws a {@link RunTimeout}; why its model calls led nowhere, or none could be served; the cancellation, or what the
 * harness threw.
 */
export async function driveCandidate(execution: TrialExecution, run: CandidateRun): Promise<DriveOutcome> {
  const { parts, trial, eval: loaded, benchmark, signal } = execution
  const { evalRunId, sandbox, recording, timeoutMs, calls, used } = run
  const ref = modelOf(trial)
  const { agentVersion } = await candidateAgent(parts)
  const access = parts.gateway.open({
    runId: evalRunId,
    stage: 'candidate',
    model: ref,
    onExchange: calls.onExchange,
    onProgress: calls.onProgress,
  })
  recording.keepOut(access.token)
  try {
    await using served = await sandbox.serve(gatewayPort, (connection) => parts.gateway.accept(connection))
    recording.emit({
      session: '',
      source: 'host',
      kind: 'run_started',
      body: {
        runtime: parts.runtime.id,
        contained: parts.runtime.contained,
        workspace: sandbox.directories.workspace,
      },
    })
    recording.emit({ session: '', source: 'host', kind: 'prompt_sent', body: { text: loaded.prompt } })
    const limits = AbortSignal.any([
      calls.start(timeoutMs, execution.providerPatienceMs),
      signal,
      sandbox.lost,
      sandbox.limitReached,
      recording.limitReached,
      recording.failure,
      access.failure,
    ])
    const url = `http://127.0.0.1:${served.port}/v1`
    const task = {
      runId: evalRunId,
      prompt: loaded.prompt,
      model: { url, token: access.token, ref, entry: parts.gateway.entryOf(ref) },
      websearch: benchmark.settings.candidate.websearch,
      agentVersion,
    }
    return await withinGrace(parts.harness.drive(task, sandbox, recording, limits), limits)
  } finally {
    // Calls still in flight are ended and handed over by this, so usage is read after it.
    access[Symbol.dispose]()
    used.usage = access.usage()
    // Stands before whatever the agent made of it, an answer too.
    access.failure.throwIfAborted()
    throwIfEnded(calls)
  }
}

function throwIfEnded({ ended }: CallWatch): void {
  if (ended !== undefined) throw ended
}
