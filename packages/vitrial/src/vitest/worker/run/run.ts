import type { RunFile, TranscriptMessage, TranscriptToolCall } from '@vitrial/core/evidence'
import type { Measurement, Usage } from '@vitrial/core/recording'
import type { EvalRunOutcome, EvalRunState } from '@vitrial/core/states'
import type { Trial } from '@vitrial/core/trial'

/**
 * The finished execution of a trial. What is short is here at once; what may be long is read from the
 * recording when it is asked for. Nothing of it changes any more.
 */
export interface Run {
  readonly trial: Trial
  readonly evalRunId: string
  /** A state that can be judged: a run that cannot never gets to a test. */
  readonly state: EvalRunState
  /** What is special about a completed run. */
  readonly outcome: EvalRunOutcome | undefined
  /** What else is known of how it ended. */
  readonly detail: string | undefined
  /** The agent's final answer, if it gave one. */
  readonly response: string | undefined
  /** What the agent used, without the judge. */
  readonly usage: Usage
  /** From the start of its sandbox to its end; waiting for a place is not in it. */
  readonly durationMs: number
  readonly links: RunLinks
  readonly files: RunFiles
  /** Messages in the order they first appeared, each as it last stood. */
  messages(): Promise<readonly TranscriptMessage[]>
  /** Tool calls in the order they first appeared, each as it last stood. */
  tools(): Promise<readonly TranscriptToolCall[]>
  /** What the run changed in its workspace, in unified format: all files, or one. Empty for no change. */
  diff(path?: string): Promise<string>
  measurements(): Promise<readonly Measurement[]>
}

export interface RunLinks {
  /** The folder of the recording, absolute. */
  readonly recording: string | undefined
}

/** The files of a run's workspace. */
export interface RunFiles {
  /** Every file there was or is, sorted by path, with how it changed. */
  list(): Promise<readonly RunFile[]>
  /**
   * A file's text as the judge is served it; undefined if there is no such file. A file that is not text is
   * described in words.
   *
   * @param revision @default 'final'
   */
  text(path: string, revision?: 'initial' | 'final'): Promise<string | undefined>
}
