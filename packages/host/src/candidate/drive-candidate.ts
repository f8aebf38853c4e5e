import { LimitReachedError } from '@vitrial/core/errors'
import type { DriveOutcome, Harness } from '@vitrial/core/ports'
import { candidateTimeoutMs, modelOf } from '../benchmark/trial-settings.ts'
import { withinGrace } from '../limits/run-limits.ts'
import type { CandidateEnd } from './candidate-end.ts'
import { attemptEnding } from './ending/attempt.ts'
import { endingByCalls } from './ending/ending-by-calls.ts'
import { endingOf, endingOfError, type RunEnding } from './ending/run-ending.ts'
import { explanationOf } from './ending/sandbox-loss.ts'
import type { StartedRun } from './eval-run.ts'
import type { CandidatePlace } from './set-up-candidate.ts'

/** The gateway's port as seen from inside, where the sandbox has ports of its own. */
const gatewayPort = 8080

/**
 * Has the harness run the agent with the prompt, no longer than its time limit. Time that the provider took does not
 * count.
 */
export async function driveCandidate(run: StartedRun, place: CandidatePlace): Promise<CandidateEnd> {
  const { sandbox, access, calls, initial } = place
  const [turn] = await Promise.allSettled([takeTurn(run, place)])
  calls[Symbol.dispose]()
  const ending = await attemptEnding(async () => {
    // Calls still in flight are ended and handed over by this, so usage is read after it.
    access[Symbol.dispose]()
    return await endingOfTurn(turn, run, place)
  }, sandbox)
  return { ending, usage: access.usage(), initial }
}

async function takeTurn(run: StartedRun, place: CandidatePlace): Promise<DriveOutcome> {
  const { parts, trial, eval: loaded, benchmark, signal } = run.execution
  const { sandbox, recording, access, calls } = place
  const ref = modelOf(trial)
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
    calls.start(candidateTimeoutMs(benchmark, loaded), run.execution.providerPatienceMs),
    signal,
    sandbox.lost,
    sandbox.limitReached,
    recording.limitReached,
    recording.failure,
    access.failure,
  ])
  const url = `http://127.0.0.1:${served.port}/v1`
  const task = {
    runId: run.evalRunId,
    prompt: loaded.prompt,
    model: { url, token: access.token, ref, entry: parts.gateway.entryOf(ref) },
    websearch: benchmark.settings.candidate.websearch,
    agentVersion: run.provenance.agentVersion,
  }
  return await withinGrace(parts.harness.drive(task, sandbox, recording, limits), limits)
}

async function endingOfTurn(
  turn: PromiseSettledResult<DriveOutcome>,
  run: StartedRun,
  place: CandidatePlace,
): Promise<RunEnding> {
  const { harness } = run.execution.parts
  const failure = failureOf(turn, run, place)
  if (failure instanceof LimitReachedError && failure.limit !== undefined) {
    const body = { limit: failure.limit, detail: failure.message }
    place.recording.emit({ session: '', source: 'host', kind: 'limit_reached', body })
  }
  if (failure === undefined && turn.status === 'fulfilled')
    return byCalls(endingOf(turn.value), place, harness)
  const ending = endingOfError(await explanationOf(failure, place.sandbox))
  return ending.state === 'timed_out' ? byCalls(ending, place, harness) : ending
}

/** Why the turn ended otherwise than by the agent; undefined if it did not. */
function failureOf(
  turn: PromiseSettledResult<DriveOutcome>,
  { execution: { signal } }: StartedRun,
  { sandbox, recording, access, calls }: CandidatePlace,
): unknown {
  // A model that cannot be served explains whatever the agent made of it, an answer too.
  if (access.failure.aborted) return access.failure.reason
  if (calls.ended !== undefined) return calls.ended
  if (turn.status === 'rejected') return turn.reason
  if (turn.value.status !== 'cancelled') return undefined
  // A harness knows that it was stopped, not why.
  return [signal, sandbox.lost, recording.failure].find(({ aborted }) => aborted)?.reason
}

function byCalls(ending: RunEnding, { calls }: CandidatePlace, harness: Harness): RunEnding {
  return endingByCalls(ending, calls.standing(), harness)
}
