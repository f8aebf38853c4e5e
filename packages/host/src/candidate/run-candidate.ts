import type { RunSummary } from '@vitrial/core/outcome'
import { noUsage, type Manifest } from '@vitrial/core/recording'
import { openRecording, type RecordingWriter } from '../recording/recording-writer.ts'
import { redactedWords } from '../recording/redacted-words.ts'
import type { CandidateEnd } from './candidate-end.ts'
import type { CandidateExecution } from './candidate-execution.ts'
import { driveCandidate } from './drive-candidate.ts'
import { attempt } from './ending/attempt.ts'
import { finishEvalRun, startEvalRun, type StartedRun } from './eval-run.ts'
import { observeCandidate } from './observe-candidate.ts'
import { removeCandidate, setUpCandidate } from './set-up-candidate.ts'
import { stopCandidate } from './stop-candidate.ts'

/**
 * Executes a candidate once and finalizes its recording: the steps of its life, a value in and a value out. Whatever
 * happens to the agent, the sandbox or the provider is a state of the returned run, never an exception.
 *
 * @throws StoreError if the results themselves cannot be written.
 */
export async function runCandidate(execution: CandidateExecution): Promise<RunSummary> {
  const run = await startEvalRun(execution)
  const opened = await attempt(() => recordingOf(run))
  if (opened.ending) {
    const ending = redactedWords(opened.ending, execution.parts.gateway.redactor)
    return await finishEvalRun(run, { ending, usage: noUsage })
  }
  const recording = opened.value
  const setUp = await setUpCandidate(run, recording)
  if (setUp.ending) return await finalize(run, recording, { ending: setUp.ending, usage: noUsage })
  const place = setUp.value
  const driven = await driveCandidate(run, place)
  const stopped = await stopCandidate(run, place, driven)
  const observed = await observeCandidate(run, place, stopped)
  const removed = await removeCandidate(place, observed)
  return await finalize(run, recording, removed)
}

async function recordingOf({ execution, evalRunId, time }: StartedRun): Promise<RecordingWriter> {
  return await openRecording({
    directory: execution.benchmarkRun.recordingDirectory(evalRunId),
    evalRunId,
    clock: time,
    startedAtMs: time.startedAtMs,
    redactor: execution.parts.gateway.redactor,
  })
}

/** Seals the recording and ends the eval run's row. */
async function finalize(run: StartedRun, recording: RecordingWriter, end: CandidateEnd): Promise<RunSummary> {
  const { usage } = end
  const ending = redactedWords(end.ending, recording.redactor)
  const sealed = await attempt(() => seal(run, recording, { ...end, ending }))
  if (!sealed.ending) return await finishEvalRun(run, { ending, usage, manifest: sealed.value })
  return await finishEvalRun(run, { ending: redactedWords(sealed.ending, recording.redactor), usage })
}

async function seal(
  { provenance, time }: StartedRun,
  recording: RecordingWriter,
  { ending, ...end }: CandidateEnd,
): Promise<Manifest> {
  // Left as it is where it cannot be sealed.
  await using closed = recording
  const { state, detail } = ending
  const body = { state, ...(detail !== undefined && { detail }) }
  closed.emit({ session: '', source: 'host', kind: 'run_ended', body })
  return await closed.seal({ ...ending, ...end, provenance, endedAtMs: time.now() })
}
