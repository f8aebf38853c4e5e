import {
  BenchmarkError,
  CancelledError,
  outcomeOfJudging,
  trialOf,
  VitrialError,
  type EvalRunOutcome,
  type EvalRunState,
  type JudgedSummary,
  type JudgingSummary,
  type Measurement,
  type RecordingPage,
  type RecordingQuery,
  type RunSummary,
  type SourceLocation,
  type TranscriptMessage,
  type TranscriptToolCall,
  type Trial,
  type Usage,
} from '@vitrial/core'
import type { ChannelClient, TrialQuestion } from '../worker/channel-client.ts'
import { errorOf } from '../worker/error-of.ts'
import type { EvalContext } from '../worker/eval-context.ts'
import { pointedAt } from '../worker/pointed-at.ts'
import { callSite } from './call-site.ts'
import type { Run, RunFiles, RunLinks } from './run.ts'
import { TrackedPromise } from './tracked-promise.ts'

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
  readonly files: RunFiles
  readonly #parts: RunHandleParts
  readonly #tracked: TrackedPromise<unknown>[] = []
  readonly #misuses: VitrialError[] = []
  #judging: Promise<JudgingSummary> | undefined

  constructor(parts: RunHandleParts) {
    const { evalId, model, repetition } = parts.summary
    this.#parts = parts
    this.trial = trialOf(evalId, model, repetition)
    this.files = {
      list: async () => await this.#rows('files', callSite(this.files.list)),
      text: async (path, revision = 'final') => {
        const target = { kind: 'artifact', path, revision } as const
        return await this.#text({ query: 'text', target }, callSite(this.files.text))
      },
    }
  }

  get evalRunId(): string {
    return this.#parts.summary.evalRunId
  }

  get state(): EvalRunState {
    return this.#parts.summary.state
  }

  get outcome(): EvalRunOutcome | undefined {
    return this.#parts.summary.outcome
  }

  get detail(): string | undefined {
    return this.#parts.summary.detail
  }

  get response(): string | undefined {
    return this.#parts.summary.response
  }

  get usage(): Usage {
    return this.#parts.summary.usage
  }

  get durationMs(): number {
    return this.#parts.summary.durationMs
  }

  get links(): RunLinks {
    return { recording: this.#parts.summary.recording }
  }

  async messages(): Promise<readonly TranscriptMessage[]> {
    return await this.#rows('messages', callSite(this.messages))
  }

  async tools(): Promise<readonly TranscriptToolCall[]> {
    return await this.#rows('tools', callSite(this.tools))
  }

  async diff(path?: string): Promise<string> {
    const query = { query: 'diff', ...(path !== undefined && { path }) } as const
    return (await this.#text(query, callSite(this.diff))) ?? ''
  }

  async measurements(): Promise<readonly Measurement[]> {
    return await this.#rows('measurements', callSite(this.measurements))
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

  /** Makes an error of ours show the line of the test and, below it, the place in the eval that it is about. */
  pointed(thrown: unknown, site: readonly string[], metricId?: string): unknown {
    if (!(thrown instanceof VitrialError) || thrown instanceof CancelledError) return thrown
    return pointedAt(thrown, thrown.location ?? this.#placeOf(metricId), site)
  }

  /** Where a metric is declared, else the prompt. */
  #placeOf(metricId: string | undefined): SourceLocation {
    const { promptFile, rubricFile, metricLines } = this.#parts.context
    const line = metricId === undefined ? undefined : metricLines[metricId]
    return line === undefined ? { file: promptFile } : { file: rubricFile, line }
  }

  /** Keeps an assertion in sight: the test does not end before it, and fails by it if nobody awaits it. */
  track<T>(assertion: Promise<T>): Promise<T> {
    const tracked = new TrackedPromise(assertion)
    this.#tracked.push(tracked)
    return tracked
  }

  /** Fails the test that has this handle, whichever test Vitest takes for the current one. */
  reportMisuse(error: VitrialError): void {
    this.#misuses.push(error)
  }

  /** Waits for all assertions made so far and meanwhile, and gives what their own test has not seen of them. */
  async unseenErrors(): Promise<readonly unknown[]> {
    const errors: unknown[] = [...this.#misuses]
    // The list may grow while it is waited for.
    for (const tracked of this.#tracked) {
      // oxlint-disable-next-line no-await-in-loop
      const outcome = await tracked.outcome()
      if (outcome.status === 'rejected' && !tracked.isAwaited) errors.push(notAwaited(outcome.reason))
    }
    return errors
  }

  async #rows<Q extends 'messages' | 'tools' | 'files' | 'measurements'>(
    query: Q,
    site: readonly string[],
  ): Promise<PageOf<Q>['rows']> {
    const pages = await this.#pages({ query }, site)
    const rows = pages.flatMap((page): readonly unknown[] => ('rows' in page ? page.rows : []))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pages answer the query they were asked by
    return rows as PageOf<Q>['rows']
  }

  async #text(
    query: Extract<RecordingQuery, { query: 'diff' | 'text' }>,
    site: readonly string[],
  ): Promise<string | undefined> {
    const texts = (await this.#pages(query, site)).map((page) => ('text' in page ? page.text : undefined))
    return texts[0] === undefined ? undefined : texts.join('')
  }

  async #pages(query: RecordingQuery, site: readonly string[]): Promise<readonly RecordingPage[]> {
    const { channel, question, signal } = this.#parts
    const { project } = question
    const pages: RecordingPage[] = []
    try {
      for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
        const asked = { ...query, ...(after !== undefined && { after }) }
        // oxlint-disable-next-line no-await-in-loop -- each page names the next
        const page = await channel.readRecording({ project, evalRunId: this.evalRunId, query: asked }, signal)
        pages.push(page)
        after = page.next
      }
      return pages
    } catch (error) {
      throw this.pointed(error, site)
    }
  }
}

type PageOf<Q extends RecordingPage['query']> = Extract<RecordingPage, { query: Q }>

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

function notAwaited(reason: unknown): unknown {
  if (reason instanceof Error) reason.message += '\n\n  Nobody awaited this: write `await` before it.\n'
  return reason
}
