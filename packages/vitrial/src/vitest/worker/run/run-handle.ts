import { BenchmarkError, CancelledError, VitrialError, type SourceLocation } from '@vitrial/core/errors'
import type {
  RecordingPage,
  RecordingQuery,
  TranscriptMessage,
  TranscriptToolCall,
} from '@vitrial/core/evidence'
import {
  outcomeOfJudging,
  type JudgedSummary,
  type JudgingSummary,
  type RunSummary,
} from '@vitrial/core/outcome'
import type { Measurement, Usage } from '@vitrial/core/recording'
import type { EvalRunOutcome, EvalRunState } from '@vitrial/core/states'
import { trialOf, type Trial } from '@vitrial/core/trial'
import type { AnnotatedTrial } from '../annotations/annotate-trial.ts'
import type { ChannelClient, TrialQuestion } from '../client/channel-client.ts'
import { errorOf } from '../client/error-of.ts'
import type { EvalContext } from '../../channel/eval-context.ts'
import { placeOfError } from '../annotations/place-of-error.ts'
import { pointedAt } from '../annotations/pointed-at.ts'
import { callSite } from './call-site.ts'
import { readRows, readText } from './recording-pages.ts'
import type { Run, RunFiles, RunLinks } from './run.ts'
import { TrackedAssertions } from './tracked-assertions.ts'

export interface RunHandleParts {
  readonly summary: RunSummary
  readonly context: EvalContext
  readonly question: TrialQuestion
  readonly channel: Pick<ChannelClient, 'judge' | 'readRecording'>
  /** The id of the test that has this handle. */
  readonly taskId: string
  readonly signal: AbortSignal
}

/** A run in the hands of one test: it knows whose it is, and what that test has asserted. */
export class RunHandle implements Run {
  readonly trial: Trial
  readonly evalRunId: string
  readonly state: EvalRunState
  readonly outcome: EvalRunOutcome | undefined
  readonly detail: string | undefined
  readonly response: string | undefined
  readonly usage: Usage
  readonly durationMs: number
  readonly links: RunLinks
  readonly files: RunFiles
  readonly assertions = new TrackedAssertions()
  readonly #parts: RunHandleParts
  #judging: Promise<JudgingSummary> | undefined

  constructor(parts: RunHandleParts) {
    const { recording, ...summary } = parts.summary
    this.#parts = parts
    this.trial = trialOf(summary)
    this.evalRunId = summary.evalRunId
    this.state = summary.state
    this.outcome = summary.outcome
    this.detail = summary.detail
    this.response = summary.response
    this.usage = summary.usage
    this.durationMs = summary.durationMs
    this.links = { recording }
    this.files = {
      list: async () => await readRows(this.#asking(), 'files'),
      text: async (path, revision = 'final') => {
        const target = { kind: 'artifact', path, revision } as const
        return await readText(this.#asking(), { query: 'text', target })
      },
    }
  }

  async messages(): Promise<readonly TranscriptMessage[]> {
    return await readRows(this.#asking(), 'messages')
  }

  async tools(): Promise<readonly TranscriptToolCall[]> {
    return await readRows(this.#asking(), 'tools')
  }

  async diff(path?: string): Promise<string> {
    const query = { query: 'diff', ...(path !== undefined && { path }) } as const
    return (await readText(this.#asking(), query)) ?? ''
  }

  async measurements(): Promise<readonly Measurement[]> {
    return await readRows(this.#asking(), 'measurements')
  }

  /** The id of the test that has this handle. */
  get taskId(): string {
    return this.#parts.taskId
  }

  /** Has the run judged, once. Rejects with what kept the judge from a judgment. */
  async judged(): Promise<JudgedSummary> {
    const { channel, question, signal, summary } = this.#parts
    const judging = await (this.#judging ??= channel.judge(question, signal))
    if (judging.status === 'judged') return judging
    const outcome = outcomeOfJudging(summary, judging)
    throw outcome.result === 'skip' ? new CancelledError(outcome.reason) : errorOf(outcome.error)
  }

  /** What is known of the trial by now: a judgment, if this test asked for one. */
  async annotated(): Promise<AnnotatedTrial> {
    const { question, summary } = this.#parts
    const judging = await this.#judging?.catch(() => undefined)
    return { project: question.project, run: summary, judging }
  }

  /** Where a metric is declared in the rubric, else the rubric. */
  rubricPlace(metricId?: string): SourceLocation {
    const { rubricFile, metricLines } = this.#parts.context
    const line = metricId === undefined ? undefined : metricLines[metricId]
    return { file: rubricFile, ...(line !== undefined && { line }) }
  }

  /** Makes an error of ours show the line of the test and, below it, the place in the eval that it is about. */
  pointed(thrown: unknown, site: readonly string[]): unknown {
    if (!(thrown instanceof VitrialError) || thrown instanceof CancelledError) return thrown
    // What was asserted is at fault, or it says itself where the fault is.
    if (thrown.stage === 'assert') return pointedAt(thrown, thrown.location, site)
    return pointedAt(thrown, placeOfError(thrown, this.#parts.context), site)
  }

  /** Asks for pages on behalf of the line of the test that is at work now. */
  #asking(): (query: RecordingQuery) => Promise<RecordingPage> {
    const site = callSite()
    const { channel, question, signal } = this.#parts
    return async (query) => {
      try {
        const { project } = question
        return await channel.readRecording({ project, evalRunId: this.evalRunId, query }, signal)
      } catch (error) {
        throw this.pointed(error, site)
      }
    }
  }
}

/** The handle behind what was given to a matcher or to `judge`. */
export function runHandleOf(received: unknown, asker: string): RunHandle {
  if (received instanceof RunHandle) return received
  throw new BenchmarkError(
    'VITRIAL_MATCHER_ARGUMENT',
    `${asker} takes the \`run\` that evalTest gives to its function, not ${describe(received)}.`,
  )
}

function describe(received: unknown): string {
  if (received === null) return 'null'
  return typeof received === 'object' ? 'another object' : `a value of type ${typeof received}`
}
